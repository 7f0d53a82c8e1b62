import type { Static } from 'typebox'
import type { CopycatItem } from '../../../schemas/http/bills/copycats.ts'
import type { SimilarItem } from '../../../schemas/http/bills/similar.ts'
import { html, type Markup, type Part } from '../html/html.ts'
import { link, placeName, words } from '../html/pieces.ts'
import type { Ask, Page } from './view.ts'

type Similar = Static<typeof SimilarItem>
type Copycat = Static<typeof CopycatItem>

/** Bills that are similar, and texts that share passages with this one. The page of the bill can do without them. */
export async function loadKin(ask: Ask, path: string): Promise<Part> {
  const [similar, copycats] = await Promise.all([
    ask.tryGet<Page<Similar>>(`${path}/similar`, { limit: '10', scope: 'all' }),
    ask.tryGet<Page<Copycat>>(`${path}/copycats`, { limit: '10' }),
  ])
  return [
    hasAny(similar) &&
      html`<section><h2>Similar bills</h2><ul class="plain">${similar.data.map(similarRow)}</ul></section>`,
    hasAny(copycats) &&
      html`<section><h2>Shares text with</h2><ul class="plain">${copycats.data.map(copycatRow)}</ul></section>`,
  ]
}

const hasAny = <T>(page: Page<T> | undefined): page is Page<T> => page !== undefined && page.data.length > 0

const similarRow = ({ bill, relation, reasons }: Similar): Markup => html`<li class="row">
<a href="/console/bills/${bill.id}"><strong>${bill.identifier}</strong> ${bill.title}</a>
<div class="soft">${placeName(bill.jurisdiction)}, ${bill.session}. ${words(relation)}. Both: ${reasons.shared_terms.slice(0, 6).join(', ')}</div></li>
`

function copycatRow({ title, publisher, url, bill, matched_words, band, spans }: Copycat): Markup {
  const name = title ?? bill?.identifier ?? 'A text without a title'
  const longest = spans.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]
  return html`<li class="row">${bill === null ? (url === null ? name : link(url, name)) : html`<a href="/console/bills/${bill.id}">${name}</a>`}
<div class="soft">${publisher}. ${matched_words} shared words (${words(band).toLowerCase()})</div>
${longest !== undefined && html`<blockquote>${longest.excerpt}</blockquote>`}</li>
`
}

const lengthOf = ({ this: place }: Copycat['spans'][number]): number => place.end - place.start
