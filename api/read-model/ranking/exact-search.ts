import type { CountedTable } from '../../../runtime/ranking/counted-tables.ts'
import type { SearchQuery } from '../../../runtime/words/search-query.ts'
import type { Bindings } from '../../read-schema/bindings.ts'

export type RankedScope = { readonly schema: string; readonly bind: Bindings['bind'] }

export type RankedFrom = {
  readonly from: string
  readonly conditions: readonly string[]
}

/** A table `t` of the same ids as the words, and conditions for its rows. */
export type JoinedLater = { readonly table: string; readonly conditions: readonly string[] }

/** What is searched. */
export type ExactSearch = {
  readonly table: CountedTable
  readonly order: 'word_score' | 'text_score'
  readonly query: SearchQuery
  /** Lexemes that a match has, and one that it does not have. */
  readonly filters: readonly string[]
  readonly unwanted: readonly string[]
  /** About the share of rows that meet the conditions; undefined if so few that all of them are ranked. */
  readonly share: number | undefined
  /** True if one plan is good for all words and filters. */
  readonly is_planned_once: boolean
  /**
   * The FROM of words `w`, with `id`, `words`, `terms` and `impacts`, and with the tables of the conditions. If `best` is
   * given, `w` has the rows of this table, with `score` instead.
   */
  readonly from: (scope: RankedScope, best?: string) => RankedFrom
  /** Further conditions, which are looked up only for rows whose words match. */
  readonly later?: ((scope: RankedScope) => JoinedLater) | undefined
  /** A table of words alone, and its key. If many rows match, its best rows are chosen before `from` joins them. */
  readonly ranked_first?: { readonly table: string; readonly key: string } | undefined
  /** The day of a row. Of rows that score the same, the newest comes first. */
  readonly day: string
  /** Selects the columns of rows `r` of the table `best`. It continues with further tables. */
  readonly shown: (scope: RankedScope) => { readonly columns: string; readonly joins: string }
}
