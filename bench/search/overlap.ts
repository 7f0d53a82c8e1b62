import type { PageRequest } from '../../api/paging/page-select.ts'
import { billScope, billTextScope } from '../../api/read-model/bills/bill-words-scope.ts'
import { readRankedBills } from '../../api/read-model/bills/ranked-bills.ts'
import { readBestRows, type ScoredRow } from '../../api/read-model/ranking/exact-ranking.ts'
import type { ExactSearch } from '../../api/read-model/ranking/exact-search.ts'
import type { ReadModel } from '../../api/read-schema/live-schema.ts'
import { searchQuery } from '../../runtime/words/search-query.ts'
import type { Search } from './kinds.ts'
import { rankInWindows } from './windowed/windowed-bills.ts'

export const COMPARED = 20
/** Searches of each kind that are compared. */
const SEARCHES = 4

const PAGE: PageRequest = {
  limit: 50,
  bytes: 8_388_608,
  order: 'word_score',
  since: undefined,
  pinned: undefined,
  after: undefined,
  include_deleted: false,
}

/** Shares of the best bills that both searches find, compared with all matches ranked without tiers. */
export async function overlapOf(
  model: ReadModel,
  searches: readonly Search[],
): Promise<{ readonly exactly: string; readonly in_windows: string }> {
  const counts = { exactly: 0, in_windows: 0, all: 0 }
  for (const search of searches.slice(0, SEARCHES)) {
    const { q, filters } = search
    const whole = (await searchWhole(model, search)).slice(0, COMPARED)
    const among = async (rank: typeof readRankedBills): Promise<number> => {
      const { rows } = await rank(model, PAGE, { ...filters, q })
      const best = new Set(rows.slice(0, COMPARED).map(({ id }) => id))
      return whole.filter((id) => best.has(id)).length
    }
    counts.exactly += await among(readRankedBills)
    counts.in_windows += await among(rankInWindows)
    counts.all += whole.length
  }
  const percent = (count: number) => (counts.all === 0 ? '' : `${((100 * count) / counts.all).toFixed(0)} %`)
  return { exactly: percent(counts.exactly), in_windows: percent(counts.in_windows) }
}

/** The best bills by their own words, then by those of their texts, all matches ranked without tiers. */
async function searchWhole(model: ReadModel, { q, filters }: Search): Promise<number[]> {
  const query = searchQuery(q)
  const ids: number[] = []
  for (const scope of [billScope({ ...filters, q }), billTextScope(filters, query.tsquery)]) {
    const { rows } = await readBestRows<ScoredRow>(
      model,
      PAGE,
      { query, ...scope, shown: shownWords },
      Number.POSITIVE_INFINITY,
    )
    ids.push(...rows.map(({ id }) => id))
    if (ids.length >= COMPARED) break
  }
  return ids
}

const shownWords: ExactSearch['shown'] = ({ schema }) => ({
  columns: `r.id, '{}' AS item, w.title, w.identifiers, w.subjects, w.abstracts`,
  joins: `JOIN ${schema}.bill_words w ON w.id = r.id`,
})
