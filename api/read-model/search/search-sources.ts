import { type SearchKind, searchKinds } from '../../../schemas/http/service/search.ts'
import type { Order } from '../../paging/cursor.ts'
import { dayOrInfinity, type Lead, PAGE_COLUMNS } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import * as bills from '../bills/bill-filters.ts'
import { billMatchSources } from '../bills/ranked-bills.ts'
import type { MatchSource } from '../ranking/ranked-windows.ts'
import { hasOwnWords, hasTextWords, wordsQuery } from '../ranking/word-matches.ts'
import { commentState } from '../regulations/comment-state.ts'
import { REGULATION_WORDS, regulationMatchSource } from '../regulations/ranked-regulations.ts'
import * as regulations from '../regulations/regulation-filters.ts'

export type SearchFilters = {
  readonly kind?: SearchKind | undefined
  readonly jurisdiction?: string | undefined
  readonly year?: number | undefined
}

/** What the parts of one statement are made with; `today` is where federal deadlines are counted. */
export type SearchOn = {
  readonly schema: string
  readonly bind: Bindings['bind']
  readonly today: string
}

/**
 * One of the collections that are searched together, its rows `t` as those of all. Parts that bind values are
 * functions, because a statement must use every bound value.
 */
export type Source = {
  readonly kind: SearchKind
  readonly from: string
  readonly columns: () => string
  readonly conditions: () => readonly string[]
  readonly lead: Lead | undefined
  /** Checks whether a row has `q` as its number. */
  readonly hasNumber: (q: string) => string
  /** Conditions for rows that have the words; each has its own index. */
  readonly hasWords: (q: string) => readonly string[]
  readonly ways: (q: string) => readonly MatchSource[]
  /** The texts of words `w` in which a passage may be. */
  readonly words: { readonly from: string; readonly columns: string }
}

export function sourcesOf(filters: SearchFilters, order: Order, on: SearchOn): Source[] {
  const sources = { bill: billSource, regulation: regulationSource }
  const kinds = filters.kind === undefined ? searchKinds : [filters.kind]
  return kinds.map((kind) => sources[kind](filters, order, on))
}

const shown = (kind: SearchKind, latestAction: string, comment_state: string): string =>
  `'${kind}' AS kind, ${PAGE_COLUMNS}, t.ocd_id, ${latestAction} AS latest_action,
   ${comment_state} AS comment_state, ${dayOrInfinity('t.entered_on')}::text AS day`

function billSource({ jurisdiction, year }: SearchFilters, order: Order, on: SearchOn): Source {
  const { schema, bind } = on
  const lead = bills.leadOf({ jurisdiction }, order)
  return {
    kind: 'bill',
    from: `${schema}.bills`,
    columns: () => shown('bill', 't.latest_action::text', 'NULL'),
    conditions: () => [
      ...bills.filterConditions({ jurisdiction }, { schema, bind, lead }),
      ...inYear(dayOrInfinity('t.entered_on'), year, bind),
    ],
    lead,
    hasNumber: (q) => bills.hasIdentifier(q, bind),
    hasWords: (q) => [hasOwnWords, hasTextWords].map((has) => has(schema, wordsQuery(q, bind))),
    ways: (q) => withYear(billMatchSources(on, { jurisdiction }, wordsQuery(q, bind)), year, bind),
    words: { from: `${schema}.bill_words w`, columns: 'w.title, w.identifiers, w.subjects, w.abstracts' },
  }
}

function regulationSource({ jurisdiction, year }: SearchFilters, order: Order, on: SearchOn): Source {
  const { schema, bind, today } = on
  const lead = regulations.leadOf({ jurisdiction }, order)
  return {
    kind: 'regulation',
    from: `(SELECT g.*, g.publication_date AS entered_on FROM ${schema}.regulations g)`,
    columns: () => shown('regulation', 'NULL', commentState('t', bind(today))),
    conditions: () => [
      ...regulations.filterConditions({ jurisdiction }, { bind, today, lead }),
      ...inYear(dayOrInfinity('t.entered_on'), year, bind),
    ],
    lead,
    hasNumber: (q) => regulations.hasNumber(q, bind),
    hasWords: (q) => [regulations.hasWords(schema, wordsQuery(q, bind))],
    ways: (q) => {
      const way = regulationMatchSource(on, { jurisdiction }, { query: wordsQuery(q, bind), today })
      return withYear([way], year, bind)
    },
    words: { from: `${schema}.regulation_words w`, columns: REGULATION_WORDS },
  }
}

function inYear(day: string, year: number | undefined, bind: Bindings['bind']): string[] {
  if (year === undefined) return []
  return [`${day} >= ${bind(`${year}-01-01`)}::date`, `${day} <= ${bind(`${year}-12-31`)}::date`]
}

const withYear = (
  ways: readonly MatchSource[],
  year: number | undefined,
  bind: Bindings['bind'],
): MatchSource[] =>
  ways.map((way) => ({ ...way, conditions: [...way.conditions, ...inYear(way.day, year, bind)] }))
