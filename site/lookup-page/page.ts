import { escapeHtml } from '../../runtime/http/escape-html.ts'
import { message } from '../fragments/message.ts'
import { drawShapes, type Geometry } from './district-path.ts'
import { LOOKUP_STYLE } from './style.ts'

export type Official = {
  readonly name: string
  readonly party: string | null
  readonly chamber: 'upper' | 'lower'
  readonly district: string
  readonly email: string | null
}

/** The members of a lookup's answer that the page shows. */
export type LookupAnswer = {
  readonly matched: boolean
  readonly geographies: {
    readonly state: string | null
    readonly upper_district: string | null
    readonly lower_district: string | null
  }
  readonly representatives: readonly Official[]
  readonly reason?: string
  readonly suggestions?: readonly string[]
  readonly normalized_address?: string | null
  readonly match_level?: string
  readonly point?: { readonly lat: number; readonly lng: number }
}

export type District = {
  readonly chamber: 'upper' | 'lower'
  readonly name: string
  readonly geometry: Geometry
}

export type Shown =
  | { readonly kind: 'form' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'answered'; readonly answer: LookupAnswer; readonly districts: readonly District[] }

/** The whole page. `address` fills the form again; the token never does. */
export function lookupPage(shown: Shown, address = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Find your legislators</title><style>${LOOKUP_STYLE}</style></head>
<body><main><h1>Find your legislators</h1>
<p class="hint">Enter a street address. It is looked up in the data of this service and is stored nowhere.</p>
<form method="post" action="/lookup" autocomplete="off">
<label for="address">Street address, city and state</label>
<input id="address" name="address" required maxlength="500" value="${escapeHtml(address)}" autocomplete="street-address">
<label for="token">API token</label>
<input id="token" name="token" type="password" required maxlength="200" autocomplete="current-password" aria-describedby="token-hint">
<p class="hint" id="token-hint">It needs the scopes find_your_rep and read. A match counts as one lookup.</p>
<button>Look up</button></form>
${resultOf(shown)}</main></body></html>`
}

function resultOf(shown: Shown): string {
  if (shown.kind === 'form') return ''
  if (shown.kind === 'refused') return section('No answer', message(shown.message))
  const { answer, districts } = shown
  return answer.matched ? matchOf(answer, districts) : section('No match', noMatch(answer))
}

const section = (title: string, content: string): string =>
  `<section aria-labelledby="result"><h2 id="result">${title}</h2>${content}</section>`

const reasons: Readonly<Record<string, string>> = {
  address_incomplete: 'The address lacks a house number, a street, or its city and state.',
  po_box: 'A post office box, a rural route or a military address does not say where somebody lives.',
  not_found: 'No such address is known. Check the number, the spelling of the street and the ZIP code.',
  ambiguous:
    'Several addresses in different districts fit. Add the direction, the kind of street or the ZIP code.',
  no_coverage: 'No addresses or district maps are loaded for this place.',
  split_district: 'The address is too close to the line between two districts to say on which side it lies.',
}

function noMatch({ reason, suggestions = [] }: LookupAnswer): string {
  const list = suggestions.map((each) => `<li>${escapeHtml(each)}</li>`).join('')
  return (
    message(reasons[reason ?? ''] ?? 'The address could not be matched.') +
    (list === '' ? '' : `<ul>${list}</ul>`)
  )
}

function matchOf(answer: LookupAnswer, districts: readonly District[]): string {
  const { state, upper_district, lower_district } = answer.geographies
  const where = [
    answer.normalized_address ?? null,
    upper_district === null ? null : `Upper chamber: district ${upper_district}`,
    lower_district === null ? null : `Lower chamber: district ${lower_district}`,
  ].filter((line) => line !== null)
  return section(
    escapeHtml(state ?? 'Match'),
    `<p role="status">${where.map(escapeHtml).join('<br>')}</p>${officials(answer.representatives)}${picture(answer, districts)}`,
  )
}

function officials(people: readonly Official[]): string {
  if (people.length === 0) return message('Every seat of these districts is vacant.')
  const rows = people.map(({ name, party, chamber, district, email }) => {
    const mail =
      email === null ? '' : `<a href="mailto:${escapeHtml(encodeURI(email))}">${escapeHtml(email)}</a>`
    const cells = [name, party ?? '', chamber === 'upper' ? 'Upper' : 'Lower', district].map(escapeHtml)
    return `<tr><th scope="row">${cells[0]}</th>${cells
      .slice(1)
      .map((cell) => `<td>${cell}</td>`)
      .join('')}<td>${mail}</td></tr>`
  })
  return `<div class="wide"><table><thead><tr>${['Name', 'Party', 'Chamber', 'District', 'E-mail']
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function picture({ point }: LookupAnswer, districts: readonly District[]): string {
  if (districts.length === 0) return ''
  const drawing = drawShapes(districts.map(({ geometry }) => geometry))
  const paths = districts.map(
    ({ chamber, name }, index) =>
      `<path class="${chamber}" fill-rule="evenodd" d="${drawing.paths[index]}"><title>${escapeHtml(name)}</title></path>`,
  )
  const [x, y] = point === undefined ? [0, 0] : drawing.at([point.lng, point.lat])
  const here =
    point === undefined
      ? ''
      : `<circle class="here" cx="${x}" cy="${y}" r="6"><title>The address</title></circle>`
  const names = districts.map(({ name }) => name).join(' and ')
  return `<h2>Map</h2><svg viewBox="0 0 ${drawing.width} ${drawing.height}" width="${drawing.width}" height="${drawing.height}" role="img" aria-label="${escapeHtml(`Outlines of ${names}, and where the address lies in them`)}">${paths.join('')}${here}</svg>`
}
