import type { Static } from 'typebox'
import type { BillItem } from '../../../schemas/http/bills/bill.ts'
import type { FoundBill, FoundBillPage, Passage } from '../../../schemas/http/bills/bill-answer.ts'
import { billStatuses } from '../../../schemas/vocabulary/vocabulary.ts'
import { choice, fieldsWith, textField } from '../html/form-fields.ts'
import { html, type Markup, type Part } from '../html/html.ts'
import { day, nextPage, notice, placeName, tag, words } from '../html/pieces.ts'
import { placeField } from '../html/place-field.ts'
import { searchForm, type Viewer } from '../html/shell.ts'
import { only, type View } from './view.ts'

type Found = Static<typeof BillItem> & Pick<Static<typeof FoundBill>, 'passage'>
type FoundPage = Static<typeof FoundBillPage>
type Query = Readonly<Record<string, string>>

const PARAMETERS = ['q', 'jurisdiction', 'session', 'status', 'chamber', 'subject', 'cursor']
const FACETS = ['jurisdiction', 'session', 'status', 'chamber', 'subject'] as const
/** Values of a facet that are shown. */
const MOST_VALUES = 8

export const billsView: View = {
  path: '/console',
  section: '/console',
  async show(ask, { viewer, query }) {
    const asked = only(query, PARAMETERS)
    const page = await ask.get<FoundPage>('/v1/bills', {
      ...asked,
      limit: '20',
      sort: asked.q === undefined ? '-latest_action_on' : 'relevance',
      facets: asked.cursor === undefined ? FACETS.join(',') : undefined,
    })
    return {
      title: 'Bills',
      content: html`${search(viewer, query)}
<div class="sides"><section aria-label="Bills found">
${suggestions(page)}
${page.data.length === 0 && notice('No bill matches. Try fewer words, or leave a filter out.')}
<ul class="plain">${page.data.map((bill) => row(bill as Found))}</ul>
${nextPage('/console', only(query, PARAMETERS.slice(0, -1)), page.next_cursor)}
</section><aside aria-label="Narrow the search">${facets(page, asked)}</aside></div>`,
    }
  },
}

const search = (viewer: Viewer, query: Query): Markup =>
  searchForm(
    viewer,
    '/console',
    fieldsWith('Search', [
      textField(
        { name: 'q', label: 'Words or number', value: query.q },
        html` type="search" maxlength="300"`,
      ),
      placeField(query.jurisdiction),
      choice({
        name: 'status',
        label: 'Status',
        value: query.status,
        options: [
          { value: '', name: 'Any' },
          ...billStatuses.map((value) => ({ value, name: words(value) })),
        ],
      }),
    ]),
  )

const row = (bill: Found): Markup => html`<li class="row">
<a href="/console/bills/${bill.id}"><strong>${bill.identifier}</strong> ${bill.title}</a>
<div>${tag(bill.status === null ? 'Unknown status' : words(bill.status))} <span class="soft">${placeName(bill.jurisdiction)}, ${bill.session}</span></div>
${bill.passage && html`<div>${marked(bill.passage)}</div>`}
${bill.latest_action && html`<div class="soft">${day(bill.latest_action.date)} ${bill.latest_action.description}</div>`}
</li>
`

/** A passage with its words marked. Positions count Unicode characters. */
export function marked({ text, matches }: Static<typeof Passage>): Part {
  const characters = Array.from(text)
  const piece = (start: number, end: number) => characters.slice(start, end).join('')
  const parts: Part[] = []
  let place = 0
  for (const { start, end } of matches) {
    parts.push(piece(place, start), html`<mark>${piece(start, end)}</mark>`)
    place = end
  }
  return [...parts, piece(place, characters.length)]
}

const suggestions = ({ interpreted }: FoundPage): Part =>
  interpreted?.suggestions.map(
    ({ typed, suggested }) =>
      html`<p>Did you mean ${suggested.map((word) => html`<a href="/console?q=${encodeURIComponent(word)}">${word}</a> `)} for “${typed}”?</p>`,
  )

const facets = ({ facets: counts }: FoundPage, asked: Query): Part =>
  counts == null
    ? null
    : FACETS.map((name) => {
        const values = counts[name] ?? []
        if (values.length === 0) return null
        const title = TITLES[name]
        return html`<h2>${title}</h2><ul class="plain">
${asked[name] !== undefined && html`<li><a href="${addressWithout(asked, name)}">Any ${title.toLowerCase()}</a></li>`}
${values.slice(0, MOST_VALUES).map(
  ({ value, count }) =>
    html`<li><a href="${addressWith(asked, name, value)}"${value === asked[name] && html` aria-current="true"`}>${nameOf(name, value)}</a> <span class="soft">${count}</span></li>
`,
)}</ul>`
      })

/** A place is searched for by this name too. */
const TITLES: Readonly<Record<(typeof FACETS)[number], string>> = {
  jurisdiction: 'Place',
  session: 'Session',
  status: 'Status',
  chamber: 'Chamber',
  subject: 'Subject',
}

const nameOf = (facet: (typeof FACETS)[number], value: string): string =>
  facet === 'jurisdiction'
    ? placeName(value)
    : facet === 'session' || facet === 'subject'
      ? value
      : words(value)

const addressOf = (query: Query): string => `/console?${new URLSearchParams(query).toString()}`
const addressWith = (query: Query, name: string, value: string): string =>
  addressOf({ ...query, [name]: value })
const addressWithout = (query: Query, name: string): string =>
  addressOf(Object.fromEntries(Object.entries(query).filter(([other]) => other !== name)))
