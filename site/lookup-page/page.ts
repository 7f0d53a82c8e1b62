import { escapeHtml } from '../../runtime/http/escape-html.ts'
import { type District, districtMap } from '../fragments/district-map.ts'
import { message } from '../fragments/message.ts'
import { whyUnmatched } from '../fragments/unmatched-address.ts'
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

function noMatch({ reason, suggestions = [] }: LookupAnswer): string {
  const list = suggestions.map((each) => `<li>${escapeHtml(each)}</li>`).join('')
  return message(whyUnmatched(reason)) + (list === '' ? '' : `<ul>${list}</ul>`)
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
  const map = districtMap(districts, point)
  return map === '' ? '' : `<h2>Map</h2>${map}`
}
