import { type SearchQuery, searchQuery } from '../../../runtime/words/search-query.ts'
import { PAGE_COLUMNS, type PageRequest } from '../../paging/page-select.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'
import {
  followedBy,
  RANKED_TEXTS,
  readBestRows,
  type ScoredPage,
  type ScoredRow,
} from '../ranking/exact-ranking.ts'
import type { ExactSearch } from '../ranking/exact-search.ts'
import { ownPart, type PassageRow, servedText } from '../ranking/word-matches.ts'
import type { BillFilters } from './bill-filters.ts'
import type { BillRow } from './bill-row.ts'
import { billScope, billTextScope } from './bill-words-scope.ts'

export type RankedBill = ScoredRow & PassageRow & BillRow

/** Reads a page of the bills that match the words of `q`, best first. */
export type RankBills = (
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters & { readonly q: string },
) => Promise<{ readonly feed: Feed; readonly rows: RankedBill[] }>

/**
 * Ranks bills in Postgres. Matches in title, numbers, subjects or
 * abstracts come first. Then come those in the text alone, so common words are searched in texts only when a walk gets
 * that far.
 */
export const readRankedBills: RankBills = async (model, page, { q, ...filters }) => {
  const query = searchQuery(q)
  const readTexts = (rest: PageRequest) => readTextMatches(model, rest, filters, query)
  if (page.order === 'text_score') return readTexts(page)
  const own = await readBestRows<RankedBill>(model, page, {
    ...billScope(filters),
    query,
    shown: ({ schema, bind }) =>
      shownOf(schema, `${ownPart(`${bind(query.tsquery)}::tsquery`)} AS part, NULL AS text_sha256`),
  })
  return own.is_full ? own : followedBy(own, page, readTexts)
}

function readTextMatches(
  model: ReadModel,
  page: PageRequest,
  filters: BillFilters,
  query: SearchQuery,
): Promise<ScoredPage<RankedBill>> {
  const search = {
    ...billTextScope(filters, query.tsquery),
    query,
    shown: ({ schema }: { readonly schema: string }) =>
      shownOf(schema, `'text' AS part, ${servedText(schema)} AS text_sha256`),
  }
  return readBestRows<RankedBill>(model, page, search, RANKED_TEXTS)
}

export const shownOf = (schema: string, also: string): ReturnType<ExactSearch['shown']> => ({
  columns: `${PAGE_COLUMNS}, t.ocd_id, t.latest_action::text AS latest_action,
    w.title, w.identifiers, w.subjects, w.abstracts, ${also}`,
  joins: `JOIN ${schema}.bills t ON t.id = r.id JOIN ${schema}.bill_words w ON w.id = r.id`,
})
