import { EVERYTHING, SearchGrid } from '../../../runtime/ranking/search-region.ts'
import type { PageRequest, PageRow } from '../../paging/page-select.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import type { ExactSearch } from './exact-search.ts'
import { scoredSelect } from './scored-select.ts'
import { rememberLiveCount } from './word-counts.ts'
import { readWordWeights } from './word-weights.ts'

/** So few matches are all ranked, because dividing them would cost more. */
const RANKED_WHOLE = 2_000
/** The same for texts of bills, whose lists of words are long. */
export const RANKED_TEXTS = 300
/** A first read takes rows for this many pages, and a further one several times as many. */
const PAGES_AT_FIRST = 3
const GROWTH = 8
/**
 * So many times as many rows of several words, since fewer than by chance reach the tiers of two: a row in which one word
 * counts much is short, or has the other word less often.
 */
const FEWER_TOGETHER = 8
/** After this many reads all matches are ranked. */
const MAX_DIVIDED_READS = 3

/** The columns that continue a walk. */
export type ScoredRow = PageRow & {
  readonly id: number
  readonly score: number
  readonly day: string
  readonly order: ExactSearch['order']
  readonly count_number: number
}
type FoundRow = ScoredRow & {
  readonly found: number
  readonly lowest: number
  readonly live_count: number | null
  /** False if all matches of the region were looked at. */
  readonly is_cut: boolean
}

export type ScoredPage<R> = {
  readonly feed: Feed
  readonly rows: R[]
  /** True if more matches follow. */
  readonly is_full: boolean
  readonly count_number: number
}

/**
 * Reads a page of the matches in the exact order of their scores (BM25F), then the newest first. It first asks the index
 * for the rows whose words reach high tiers. It is known what any other row can score at most. If a row of the page
 * scores no more than that, further rows are read. So they are if only the best matches were joined, and too few were left.
 */
export async function readBestRows<R extends ScoredRow>(
  model: ReadModel,
  page: PageRequest,
  search: ExactSearch,
  ranked_whole = RANKED_WHOLE,
): Promise<ScoredPage<R>> {
  const [pinned, score] = (page.after ?? []) as readonly number[]
  const weights = await readWordWeights(model, search.query, {
    pinned,
    filters: search.filters,
    table: search.table,
  })
  const matches = weights.matches * (search.share ?? 0)
  const grid = matches <= ranked_whole ? undefined : new SearchGrid(weights.terms, matches)
  // Without words that count, the number of matches decides whether the newest are read from another index.
  const isPlannedOnce = search.is_planned_once && weights.terms.length > 0
  const mayCut = search.ranked_first !== undefined && weights.terms.length > 0
  const pages = PAGES_AT_FIRST * (weights.terms.length > 1 ? FEWER_TOGETHER : 1)
  let wanted = pages * (page.limit + 1)
  let region = grid?.regionOf(wanted, score) ?? EVERYTHING
  for (let reads = 1; ; reads += 1) {
    const asked = region
    const most = grid !== undefined && mayCut && reads <= MAX_DIVIDED_READS ? wanted : undefined
    const { feed, rows } = await model.read<FoundRow>(
      (schema, bind) => scoredSelect({ schema, bind }, page, search, weights, { region: asked, most }),
      isPlannedOnce ? { one_plan: true } : { custom_plan: true },
    )
    const { found = 0, lowest = 0, live_count, is_cut = most !== undefined } = rows[0] ?? {}
    if (rows.length > 0) rememberLiveCount(model, search.table, live_count ?? undefined)
    const hasAll = found > page.limit
    const isInside = asked.outside === undefined || (hasAll && lowest > asked.outside)
    if (grid === undefined || (isInside && (hasAll || !is_cut))) {
      const { count_number } = weights
      const placed = rows.map((row) => ({ ...row, order: search.order, count_number }) as unknown as R)
      // The bytes of a page may leave out rows that were found.
      return { feed, rows: placed, is_full: hasAll || rows.length < found, count_number }
    }
    wanted *= GROWTH
    if (reads >= MAX_DIVIDED_READS) region = EVERYTHING
    else if (!isInside) region = hasAll ? grid.regionReaching(lowest) : grid.regionOf(wanted, score)
  }
}

/** The rest of a page after its first rows: those of another search, from its beginning. */
export async function followedBy<F extends PageRow, R extends ScoredRow>(
  first: { readonly feed: Feed; readonly rows: readonly F[] },
  page: PageRequest,
  read: (rest: PageRequest) => Promise<ScoredPage<R>>,
): Promise<{ readonly feed: Feed; readonly rows: (F | R)[] }> {
  const before = first.rows.at(-1)?.bytes_through ?? 0
  const limit = page.limit - first.rows.length
  const { rows } = await read({ ...page, after: undefined, limit, bytes: page.bytes - before })
  const rest = rows.map((row) => ({ ...row, bytes_through: before + (row.bytes_through ?? 0) }))
  return { feed: first.feed, rows: [...first.rows, ...rest] }
}
