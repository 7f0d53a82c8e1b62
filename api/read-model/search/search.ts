import type { SearchKind } from '../../../schemas/http/service/search.ts'
import type { Order } from '../../paging/cursor.ts'
import {
  ITEM_WEIGHT,
  type PageRequest,
  type PageRow,
  pageSelect,
  withinBytes,
} from '../../paging/page-select.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { followedBy, type ScoredRow } from '../ranking/exact-ranking.ts'
import type { PassageRow } from '../ranking/word-matches.ts'
import { hasNone } from '../regulations/regulation-filters.ts'
import { type BestFound, readBestFound, readTextsFound } from './best-found.ts'
import { kindsOf, type SearchFilters, type SearchOn, type Source, sourcesOf } from './search-sources.ts'

export type FoundRow = PageRow & {
  readonly id: number
  readonly kind: SearchKind
  readonly latest_action: string | null
  readonly comment_state: string | null
  readonly day: string
}
type BestOfKinds = FoundRow & BestFound
type TextFound = FoundRow & ScoredRow & PassageRow
export type RankedFound = BestOfKinds | TextFound

export type SearchRequest = {
  readonly q?: string | undefined
  readonly filters: SearchFilters
  /** The current day in the time zone of federal deadlines. */
  readonly today: string
}
type WordsRequest = SearchRequest & { readonly q: string }
export type SearchReading = {
  readonly feed: Feed
  readonly order: Order
  readonly rows: readonly FoundRow[]
  /** The same rows, if they were found by words and ranked. */
  readonly ranked?: readonly RankedFound[]
}

/**
 * Reads a page of bills and regulations as one list. `q` is first read as a whole number of either; if no row
 * has it, as words, best first. Their ids come from one sequence, and their scores have one scale.
 */
export async function search(
  model: ReadModel,
  page: PageRequest,
  request: SearchRequest,
): Promise<SearchReading> {
  const { q } = request
  if (q === undefined) return readMerged(model, page, request, (source) => source.conditions())
  if (page.order === 'changes') return readChosen(model, page, { ...request, q })
  if (page.order === 'identifier_desc') {
    const numbered = (source: Source) => [...source.conditions(), source.hasNumber(q)]
    const found = await readMerged(model, page, request, numbered)
    if (found.rows.length > 0 || page.after !== undefined) return found
  }
  const { feed, rows } = await readRanked(model, page, { ...request, q })
  return { feed, order: page.order, rows, ranked: rows }
}

/** Reads the first rows of each collection in an order and merges them. */
async function readMerged(
  model: ReadModel,
  page: PageRequest,
  { filters, today, q }: SearchRequest,
  conditionsOf: (source: Source) => readonly string[],
): Promise<SearchReading> {
  const found = await model.read<FoundRow>(
    (schema, bind) => {
      const selects = sourcesOf(filters, page.order, { schema, bind, today }).map((source) =>
        pageSelect(page, bind, { ...source, columns: source.columns(), conditions: conditionsOf(source) }),
      )
      return merged(page, selects, bind)
    },
    { custom_plan: q !== undefined || filters.year !== undefined },
  )
  return { ...found, order: page.order }
}

const COLUMNS_OF: Readonly<Partial<Record<Order, string>>> = {
  id: 'f.id',
  changes: 'f.updated_at, f.seq::bigint, f.id',
  identifier_desc: 'f.day::date DESC, f.id DESC',
}

function merged(page: PageRequest, selects: readonly string[], bind: SearchOn['bind']): string {
  const rows = `
    SELECT f.* FROM (${selects.map((select) => `(${select})`).join(' UNION ALL ')}) f
    ORDER BY ${COLUMNS_OF[page.order]} LIMIT ${bind(page.limit + 1)}`
  return withinBytes(page, rows, ITEM_WEIGHT, bind)
}

/** Reads rows with a number or, if there are none, with words, in the order of changes. */
async function readChosen(
  model: ReadModel,
  page: PageRequest,
  { q, filters, today }: WordsRequest,
): Promise<SearchReading> {
  const found = await model.read<FoundRow>(
    (schema, bind) => {
      const sources = sourcesOf(filters, page.order, { schema, bind, today })
      const none = sources.map((source) => {
        const numbered = [
          'NOT t.deleted',
          ...source.conditions(),
          source.hasNumber(q),
          ...leadOf(source, bind),
        ]
        return hasNone(`${source.from} t`, numbered)
      })
      const whole = { ...page, since: undefined, after: undefined, include_deleted: true }
      const selects = sources.map((source) => {
        const { from, lead } = source
        const ways = [[source.hasNumber(q)], ...source.hasWords(q).map((has) => [...none, has])]
        const ids = ways.map((way) => {
          const conditions = [...source.conditions(), ...way]
          return `(${pageSelect(page, bind, { columns: 't.id', from, conditions, lead })})`
        })
        const columns = source.columns()
        return pageSelect(whole, bind, { columns, from, conditions: [`t.id IN (${ids.join(' UNION ')})`] })
      })
      return merged(page, selects, bind)
    },
    { custom_plan: true },
  )
  return { ...found, order: page.order }
}

const leadOf = ({ lead }: Source, bind: SearchOn['bind']): string[] =>
  lead === undefined ? [] : [`${lead.column} = ${bind(lead.value)}`]

/** Reads the matches in titles, numbers, subjects and abstracts, and after them the bills with the words in their text. */
async function readRanked(
  model: ReadModel,
  page: PageRequest,
  request: WordsRequest,
): Promise<{ feed: Feed; rows: RankedFound[] }> {
  const readTexts = (rest: PageRequest) => readTextsFound<TextFound>(model, rest, request)
  if (page.order === 'text_score') return readTexts(page)
  const best = await readBestFound<BestOfKinds>(model, page, request)
  if (best.is_full || !kindsOf(request.filters).includes('bill')) return best
  return followedBy(best, page, readTexts)
}
