import { type SearchKind, searchKinds } from '../../../schemas/http/service/search.ts'
import type { Order } from '../../paging/cursor.ts'
import { dayOrInfinity, type Lead, PAGE_COLUMNS } from '../../paging/page-select.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import * as bills from '../bills/bill-filters.ts'
import { hasOwnWords, hasTextWords, isServed, wordsQuery } from '../ranking/word-matches.ts'
import { commentState } from '../regulations/comment-state.ts'
import { REGULATION_WORDS } from '../regulations/ranked-regulations.ts'
import * as regulations from '../regulations/regulation-filters.ts'

export type SearchFilters = {
  readonly kind?: SearchKind | undefined
  readonly jurisdiction?: string | undefined
  readonly year?: number | undefined
}

/** Inputs for the parts of one statement. `today` is in the time zone of federal deadlines. */
export type SearchOn = {
  readonly schema: string
  readonly bind: Bindings['bind']
  readonly today: string
}

/** A way to find rows: the FROM of words `w`, and their day. */
type MatchWay = { readonly from: string; readonly day: string; readonly conditions: readonly string[] }

/**
 * One of the collections that are searched together. Its rows `t` have a common form. Parts that bind values
 * are functions, because a statement must use every bound value.
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
  /** Ways to find rows `w` with the words. */
  readonly ways: (q: string) => readonly MatchWay[]
  /** The texts of words `w` that may contain a passage. */
  readonly words: { readonly from: string; readonly columns: string }
}

export function sourcesOf(filters: SearchFilters, order: Order, on: SearchOn): Source[] {
  return kindsOf(filters).map((kind) => sourceOf(kind, filters, order, on))
}

export const kindsOf = ({ kind }: SearchFilters): readonly SearchKind[] =>
  kind === undefined ? searchKinds : [kind]

export function sourceOf(kind: SearchKind, filters: SearchFilters, order: Order, on: SearchOn): Source {
  const sources = { bill: billSource, regulation: regulationSource }
  return sources[kind](filters, order, on)
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
    ways: (q) => {
      const query = wordsQuery(q, bind)
      const place = inPlace(jurisdiction, bind)
      const day = dayOrInfinity('w.entered_on')
      const own = { from: `${schema}.bill_words w`, day, conditions: [`w.words @@ ${query}`, ...place] }
      const text = {
        from: `search.text x JOIN ${schema}.bill_versions v ON v.extracted_sha256 = x.sha256
          JOIN ${schema}.bill_words w ON w.id = v.bill_id`,
        day,
        conditions: [
          ...[`x.words @@ ${query}`, `NOT w.words @@ ${query}`, `v.kind = 'version'`, 'NOT v.deleted'],
          ...[isServed(schema), ...place],
        ],
      }
      return withYear([own, text], year, bind)
    },
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
      const conditions = [`w.words @@ ${wordsQuery(q, bind)}`, ...inPlace(jurisdiction, bind)]
      const way = { from: `${schema}.regulation_words w`, day: dayOrInfinity('w.day'), conditions }
      return withYear([way], year, bind)
    },
    words: { from: `${schema}.regulation_words w`, columns: REGULATION_WORDS },
  }
}

const inPlace = (jurisdiction: string | undefined, bind: Bindings['bind']): string[] => [
  'NOT w.deleted',
  ...(jurisdiction === undefined ? [] : [`w.jurisdiction = ${bind(jurisdiction)}`]),
]

export function inYear(day: string, year: number | undefined, bind: Bindings['bind']): string[] {
  if (year === undefined) return []
  return [`${day} >= ${bind(`${year}-01-01`)}::date`, `${day} <= ${bind(`${year}-12-31`)}::date`]
}

const withYear = (ways: readonly MatchWay[], year: number | undefined, bind: Bindings['bind']): MatchWay[] =>
  ways.map((way) => ({ ...way, conditions: [...way.conditions, ...inYear(way.day, year, bind)] }))
