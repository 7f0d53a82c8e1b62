import { EVERYTHING, type Region, SearchGrid } from '../../../runtime/ranking/search-region.ts'
import { searchQuery } from '../../../runtime/words/search-query.ts'
import type { BillFacet } from '../../../schemas/http/bill-query-values.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import type { ExactSearch } from '../ranking/exact-search.ts'
import { readWordWeights } from '../ranking/word-weights.ts'
import type { BillFilters } from './bill-filters.ts'
import { billScope, billTextScope } from './bill-words-scope.ts'

/** A facet counts at most this many bills, and fewer by words, because the search for words takes longer. */
const MAX_COUNTED = 4_000
const MAX_COUNTED_BY_WORDS = 2_000

/** More rows are asked for than are counted, since the rows of a region are estimated. */
const ROWS_OF_REGION = 2_500
/** Several words get this many times as many rows, because few bills reach the high tiers of two words. */
const FEWER_TOGETHER = 3

export const mostCounted = ({ q }: BillFilters): number =>
  q === undefined ? MAX_COUNTED : MAX_COUNTED_BY_WORDS

/** What is counted for facets that obey the same filters. */
export type Counting = {
  readonly facets: readonly BillFacet[]
  readonly filters: BillFilters
  /** Matches in the words of bills, and in their texts. */
  readonly words: { readonly q: string; readonly own: Regional; readonly texts: Regional } | undefined
}

type Words = Omit<ExactSearch, 'shown'>
/** Matches in words, and a part of them that is read first. */
export type Regional = {
  readonly search: Words
  readonly region: Region
  /** True if the part is small, as far as words were counted. */
  readonly is_small: boolean
}

/** Plans to count the bills that match, by words after what is known of how many bills have them. */
export async function planCounting(
  model: ReadModel,
  filters: BillFilters,
  facets: readonly BillFacet[],
): Promise<Counting> {
  const { q, ...others } = filters
  if (q === undefined) return { facets, filters, words: undefined }
  const query = searchQuery(q)
  const [own, texts] = await Promise.all([
    withRegion(model, { ...billScope(others), query }),
    withRegion(model, { ...billTextScope(others, query.tsquery), query }),
  ])
  return { facets, filters, words: { q, own, texts } }
}

/** Chooses a region that probably has enough rows: everything, if few match. */
async function withRegion(model: ReadModel, search: Words): Promise<Regional> {
  const { query, filters, table, share } = search
  if (share === undefined) return { search, region: EVERYTHING, is_small: false }
  const { terms, matches, count_number } = await readWordWeights(model, query, {
    pinned: undefined,
    filters,
    table,
  })
  const rows = ROWS_OF_REGION * (terms.length > 1 ? FEWER_TOGETHER : 1)
  const region = new SearchGrid(terms, matches).regionOf(rows)
  return { search, region, is_small: count_number > 0 }
}
