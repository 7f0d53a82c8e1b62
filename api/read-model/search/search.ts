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
import { RANK_COLUMNS, type RankedPageRow, rankedSelect, readWindows } from '../ranking/ranked-windows.ts'
import type { PassageRow } from '../ranking/word-matches.ts'
import { isTextScore, servedText } from '../ranking/word-matches.ts'
import { hasNone } from '../regulations/regulation-filters.ts'
import { type SearchFilters, type SearchOn, type Source, sourcesOf } from './search-sources.ts'

export type FoundRow = PageRow & {
  readonly id: number
  readonly kind: SearchKind
  readonly latest_action: string | null
  readonly comment_state: string | null
  readonly day: string
}
export type RankedFound = FoundRow & RankedPageRow & PassageRow

export type SearchRequest = {
  readonly q?: string | undefined
  readonly filters: SearchFilters
  /** The time zone of federal deadlines. */
  readonly today: string
}
export type SearchReading = {
  readonly feed: Feed
  readonly order: Order
  readonly rows: readonly FoundRow[]
  /** The same rows, if they were found by words and ranked. */
  readonly ranked?: readonly RankedFound[]
}

/**
 * A page of bills and regulations as one list. `q` is first taken as a whole number of either; only where none has it, as
 * words, the best first. The ids of both are of one sequence, and their scores of one scale.
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
  const order = 'relevance'
  const { feed, rows } = await readRanked(model, { ...page, order }, { ...request, q })
  return { feed, order, rows, ranked: rows }
}

/** The first rows of each collection in an order, of which the first are the first of all. */
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

/** What has a number, or where nothing has it, words, in the order of changes. */
async function readChosen(
  model: ReadModel,
  page: PageRequest,
  { q, filters, today }: SearchRequest & { readonly q: string },
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

function readRanked(
  model: ReadModel,
  page: PageRequest,
  { q, filters, today }: SearchRequest & { readonly q: string },
): Promise<{ feed: Feed; rows: RankedFound[] }> {
  return readWindows<RankedFound>(model, page, (request) => {
    const { schema, bind } = request
    const sources = sourcesOf(filters, 'relevance', { schema, bind, today })
    const ways = sources.flatMap((source) => source.ways(q))
    // A match in the text shows the text of the bill; a regulation has no text.
    const textOf = {
      bill: `CASE WHEN ${isTextScore('r.score')} THEN ${servedText(schema)} END`,
      regulation: 'NULL',
    }
    const rows = sources.map(
      ({ kind, columns, from, words }) => `
        SELECT ${columns()}, ${words.columns}, ${textOf[kind]} AS text_sha256
        FROM ${from} t JOIN ${words.from} ON w.id = t.id WHERE t.id = r.id`,
    )
    return rankedSelect(
      request,
      ways,
      `SELECT f.*, ${RANK_COLUMNS}
       FROM best r CROSS JOIN LATERAL (${rows.join(' UNION ALL ')}) f`,
    )
  })
}
