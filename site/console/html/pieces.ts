import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { html, type Markup, type Part, type Written } from './html.ts'

/** `in_committee` → `In committee`. */
export const words = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ')

export const placeName = (jurisdiction: string): string =>
  findJurisdiction(jurisdiction)?.name ?? jurisdiction

/** The lower chamber is an Assembly in some places, and some places have only one chamber. */
export function chamberName(jurisdiction: string, chamber: string): string {
  const chambers = findJurisdiction(jurisdiction)?.chambers ?? []
  const named = chambers.length === 1 ? chambers[0] : chambers.find((one) => one.chamber === chamber)
  return named?.name ?? words(chamber)
}

type Seat = {
  readonly title: string | null
  readonly type: string
  readonly chamber: string | null
  readonly district: string | null
}

/** The seat of a role. Some sources give no title: then the chamber says what the district is of. */
export function seatName(jurisdiction: string | null, { title, type, chamber, district }: Seat): string {
  const body = chamber === null || jurisdiction === null ? words(type) : chamberName(jurisdiction, chamber)
  const seat = title === null || title === '' ? body : title
  return district === null ? seat : `${seat}, district ${district}`
}

/** A day as a reader sorts it. */
export const day = (text: string | null): Markup | null =>
  text === null ? null : html`<time datetime="${text.slice(0, 10)}">${text.slice(0, 10)}</time>`

/** A day with its time, in UTC. */
export const time = (instant: string | null): Markup | null =>
  instant === null
    ? null
    : html`<time datetime="${instant}">${instant.slice(0, 10)} ${instant.slice(11, 19)}</time>`

export const tag = (text: string): Markup => html`<span class="tag">${text}</span>`

/** Addresses come from publishers: only web addresses become links. */
export const link = (url: string | null, text: string | null): Part =>
  url !== null && /^https?:\/\//iu.test(url)
    ? html`<a href="${url}" rel="noreferrer">${text ?? url}</a>`
    : text

export const notice = (text: Part, kind: 'good' | 'bad' = 'good'): Markup =>
  html`<p class="message${kind === 'bad' ? ' bad' : ''}" role="status">${text}</p>`

/** What a person wrote into a form that is not shown again, to be copied. */
export function writtenList(written: Written): Part {
  const fields = Object.entries(written).filter(([, value]) => value !== '')
  if (fields.length === 0) return null
  return html`<h2>What you wrote</h2><dl>${fields.map(
    ([name, value]) => html`<dt>${words(name)}</dt><dd class="written">${value}</dd>`,
  )}</dl>`
}

/** Says what the form before this page did. Words of an address are not shown: only these notices. */
export const doneNotice = (
  { done }: Readonly<Record<string, string>>,
  notices: Readonly<Record<string, string>>,
): Part => done !== undefined && Object.hasOwn(notices, done) && notice(notices[done]!)

/** A link to the next page of a list, with the other parameters of this one. */
export function nextPage(path: string, query: Readonly<Record<string, string>>, cursor: string | null): Part {
  if (cursor === null) return null
  const parameters = new URLSearchParams({ ...query, cursor })
  return html`<p><a href="${path}?${parameters.toString()}" rel="next">Next page</a></p>`
}

export const table = (heads: readonly string[], rows: readonly (readonly Part[])[]): Markup =>
  html`<div class="wide" tabindex="0" role="group" aria-label="${heads.join(', ')}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`
