import { searchQuery } from '../../../runtime/words/search-query.ts'
import type { SearchKind } from '../../../schemas/http/service/search.ts'
import type { PageRequest } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import { billScope, billTextScope } from '../bills/bill-words-scope.ts'
import { RANKED_TEXTS, readBestRows, type ScoredPage, type ScoredRow } from '../ranking/exact-ranking.ts'
import type { ExactSearch, RankedScope } from '../ranking/exact-search.ts'
import { ownPart, type PassageRow, servedText } from '../ranking/word-matches.ts'
import { regulationScope } from '../regulations/regulation-words-scope.ts'
import { inYear, kindsOf, type SearchFilters, sourceOf } from './search-sources.ts'

/** A row of one collection. A cursor names the count of words of each. */
export type BestFound = Omit<ScoredRow, 'order'> &
  PassageRow & { readonly order: 'word_scores'; readonly count_numbers: readonly number[] }

type BestPage<R> = { readonly feed: Feed; readonly rows: R[]; readonly is_full: boolean }
type WordsRequest = { readonly q: string; readonly filters: SearchFilters; readonly today: string }

/**
 * Reads a page of the bills and regulations with the words of `q`, best first. Their ids come from one sequence, and
 * their scores have one scale, so the best rows of each kind contain the best of all.
 */
export async function readBestFound<R extends BestFound>(
  model: ReadModel,
  page: PageRequest,
  request: WordsRequest,
): Promise<BestPage<R>> {
  const kinds = kindsOf(request.filters)
  const [bills, regulations, ...place] = page.after ?? []
  const pinned = { bill: bills, regulation: regulations }
  const pages = await Promise.all(
    kinds.map((kind) => {
      const after = page.after === undefined ? undefined : [pinned[kind]!, ...place]
      return readBestRows<ScoredRow & PassageRow>(model, { ...page, after }, searchOf(kind, request))
    }),
  )
  const numberOf = (kind: SearchKind) => pages[kinds.indexOf(kind)]?.count_number ?? 0
  const count_numbers = [numberOf('bill'), numberOf('regulation')]
  const { rows, is_full } = mergePages(pages, page)
  const found = rows.map((row) => ({ ...row, order: 'word_scores', count_numbers }) as unknown as R)
  return { feed: pages[0]!.feed, rows: found, is_full }
}

/** Reads a page of the bills with the words of `q` in their text alone. */
export function readTextsFound<R extends ScoredRow>(
  model: ReadModel,
  page: PageRequest,
  request: WordsRequest,
): Promise<ScoredPage<R>> {
  const { q, filters, today } = request
  const query = searchQuery(q)
  const scope = billTextScope({ jurisdiction: filters.jurisdiction }, query.tsquery)
  const search = {
    ...inYearOf(scope, filters.year),
    query,
    shown: ({ schema, bind }: RankedScope) =>
      shownOf(
        'bill',
        filters,
        { schema, bind, today },
        `'text' AS part, ${servedText(schema)} AS text_sha256`,
      ),
  }
  return readBestRows<R>(model, page, search, RANKED_TEXTS)
}

function searchOf(kind: SearchKind, { q, filters, today }: WordsRequest): ExactSearch {
  const { jurisdiction, year } = filters
  const scope = kind === 'bill' ? billScope({ jurisdiction }) : regulationScope({ jurisdiction }, today)
  const query = searchQuery(q)
  return {
    ...inYearOf(scope, year),
    query,
    shown({ schema, bind }) {
      const part = ownPart(`${bind(query.tsquery)}::tsquery`)
      return shownOf(kind, filters, { schema, bind, today }, `${part} AS part, NULL AS text_sha256`)
    },
  }
}

/** About the share of rows of one year. It decides the cost, never the order. */
const SHARE_OF_YEAR = 0.1

const inYearOf = <S extends Pick<ExactSearch, 'share' | 'day' | 'from'>>(
  scope: S,
  year: number | undefined,
): S => ({
  ...scope,
  share: year === undefined || scope.share === undefined ? scope.share : scope.share * SHARE_OF_YEAR,
  from(on: RankedScope) {
    const found = scope.from(on)
    return { ...found, conditions: [...found.conditions, ...inYear(scope.day, year, on.bind)] }
  },
})

function shownOf(
  kind: SearchKind,
  filters: SearchFilters,
  on: { readonly schema: string; readonly bind: Bindings['bind']; readonly today: string },
  also: string,
): { readonly columns: string; readonly joins: string } {
  const { columns, from, words } = sourceOf(kind, filters, 'word_scores', on)
  return {
    columns: `${columns()}, ${words.columns}, ${also}`,
    joins: `JOIN ${from} t ON t.id = r.id JOIN ${words.from} ON w.id = r.id`,
  }
}

/** The best rows of all pages. A row after the end of a page that is not whole may not be the next. */
export function mergePages<R extends ScoredRow>(
  pages: readonly Pick<ScoredPage<R>, 'rows' | 'is_full'>[],
  { limit, bytes }: Pick<PageRequest, 'limit' | 'bytes'>,
): { rows: R[]; is_full: boolean } {
  const merged = pages.flatMap(({ rows }) => rows.map((row, index) => withOwnBytes(row, rows[index - 1])))
  merged.sort((one, other) => before(one.row, other.row))
  const ends = pages.flatMap(({ rows, is_full }) => (is_full && rows.length > 0 ? [rows.at(-1)!] : []))
  const sure = merged.filter(({ row }) => ends.every((end) => before(row, end) <= 0))
  const rows: R[] = []
  let through = 0
  for (const { row, own_bytes } of sure.slice(0, limit + 1)) {
    if (rows.length >= 2 && through > bytes) break
    through += own_bytes
    rows.push({ ...row, bytes_through: through })
  }
  return { rows, is_full: ends.length > 0 || rows.length > limit || rows.length < sure.length }
}

const withOwnBytes = <R extends ScoredRow>(row: R, last: R | undefined) => ({
  row,
  own_bytes: (row.bytes_through ?? 0) - (last?.bytes_through ?? 0),
})

function before(one: ScoredRow, other: ScoredRow): number {
  if (one.score !== other.score) return other.score - one.score
  if (one.day !== other.day) return one.day < other.day ? 1 : -1
  return other.id - one.id
}
