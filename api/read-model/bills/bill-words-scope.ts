import {
  keywordOf,
  placeCondition,
  ROUTINE_KEYWORD,
  sessionCondition,
} from '../../../projections/projectors/content/bill-content.ts'
import { filterLexeme, filterMarks } from '../../../runtime/ranking/filter-lexeme.ts'
import { dayOrInfinity } from '../../paging/page-select.ts'
import type { ExactSearch, RankedScope } from '../ranking/exact-search.ts'
import { isServed } from '../ranking/word-matches.ts'
import { type BillFilters, filterConditions } from './bill-filters.ts'

/** About the share of bills that a status or a first day leaves. It decides the cost, never the order. */
const SHARE_OF_FILTER = 0.2

type Scope = Pick<
  ExactSearch,
  | 'table'
  | 'order'
  | 'day'
  | 'filters'
  | 'unwanted'
  | 'share'
  | 'is_planned_once'
  | 'from'
  | 'later'
  | 'ranked_first'
>

/** The searched words of bills: those of title, numbers, subjects and abstracts. */
export function billScope(filters: BillFilters): Scope {
  const { lexemes, unwanted, joined, introduced_since } = divided(filters)
  const further = valuesOf(joined) + (introduced_since === undefined ? 0 : 1)
  return {
    table: 'bill_words',
    order: 'word_score',
    day: DAY,
    filters: lexemes,
    unwanted,
    share: isNarrow(joined) ? undefined : SHARE_OF_FILTER ** further,
    is_planned_once: !isNarrow(joined),
    from(scope) {
      const words = `${scope.schema}.bill_words w`
      if (valuesOf(joined) === 0 || isNarrow(joined)) {
        const conditions = ['NOT w.deleted', ...rowConditions(scope, { joined, introduced_since })]
        return { from: valuesOf(joined) === 0 ? words : joinedTo(scope, words), conditions }
      }
      return {
        from: words,
        conditions: ['NOT w.deleted', ...rowConditions(scope, { joined: {}, introduced_since })],
      }
    },
    later:
      valuesOf(joined) === 0 || isNarrow(joined)
        ? undefined
        : (scope) => ({
            table: `${scope.schema}.bills t`,
            // A bill with words is present. Without that condition, an index has its status, and its row is not read.
            conditions: filterConditions(joined, { ...scope, is_present: true }),
          }),
  }
}

/** The words of the texts of bills, without bills that have the words of the query outside of their text. */
export function billTextScope(filters: BillFilters, query: string): Scope {
  const { lexemes, unwanted, joined, introduced_since } = dividedForTexts(filters)
  const marks = filterMarks(lexemes, unwanted)
  const further = valuesOf(joined) + marks.length + (introduced_since === undefined ? 0 : 1)
  return {
    table: 'text',
    order: 'text_score',
    day: DAY,
    filters: [],
    unwanted: [],
    share: isNarrow(joined) ? undefined : SHARE_OF_FILTER ** further,
    // Without filters, the index of texts is always the first to read.
    is_planned_once: further === 0,
    // With filters, most of the best texts would be those of other bills.
    ranked_first: further === 0 ? { table: 'search.text', key: 'sha256' } : undefined,
    from(scope, best) {
      const { schema, bind } = scope
      const ranked = best === undefined ? 'x.words, x.terms, x.impacts' : 'x.score'
      const words = `(
        SELECT b.id, b.jurisdiction, b.entered_on, b.words AS own_words, ${ranked}
        FROM ${best ?? 'search.text'} x JOIN ${schema}.bill_versions v ON v.extracted_sha256 = x.sha256
        JOIN ${schema}.bill_words b ON b.id = v.bill_id
        WHERE v.kind = 'version' AND NOT v.deleted AND ${isServed(schema)} AND NOT b.deleted) w`
      const conditions = [
        `NOT w.own_words @@ ${bind(query)}::tsquery`,
        ...(marks.length === 0 ? [] : [`w.own_words @@ ${bind(marks.join(' & '))}::tsquery`]),
        ...rowConditions(scope, { joined, introduced_since }),
      ]
      return { from: valuesOf(joined) === 0 ? words : joinedTo(scope, words), conditions }
    },
  }
}

const DAY = dayOrInfinity('w.entered_on')

type RowFilter = 'status' | 'identifiers' | 'sponsor' | 'ids' | 'action_since'
type Joined = Pick<BillFilters, 'jurisdiction' | 'session' | RowFilter>
type Divided = {
  /** Lexemes that the words of a bill have, and those that they do not have. */
  readonly lexemes: readonly string[]
  readonly unwanted: readonly string[]
  /** Filters of the row of the bill. A status and a last action change often, so they are not in its words. */
  readonly joined: Joined
  readonly introduced_since: string | undefined
}

function divided({ q: _q, ...filters }: BillFilters): Divided {
  const { jurisdiction, session, chamber, subject, classification, routine, introduced_since, ...joined } =
    filters
  const conditions = [
    ...placeConditions({ jurisdiction, session }),
    chamber === undefined ? undefined : placeCondition('chamber', chamber),
    ...Object.entries({ subject, classification }).map(([kind, value]) =>
      value === undefined ? undefined : keywordOf(kind as 'subject', value),
    ),
    routine === true ? ROUTINE_KEYWORD : undefined,
  ]
  const lexemes = conditions.filter((condition) => condition !== undefined).map(filterLexeme)
  const unwanted = routine === false ? [filterLexeme(ROUTINE_KEYWORD)] : []
  return { lexemes, unwanted, joined, introduced_since }
}

/** The bills of a session are few beside those that have a word in their text, and an index of their rows has them. */
function dividedForTexts({ jurisdiction, session, ...others }: BillFilters): Divided {
  if (jurisdiction === undefined || session === undefined) {
    return divided({ jurisdiction, session, ...others })
  }
  const { joined, ...rest } = divided(others)
  return { ...rest, joined: { ...joined, jurisdiction, session } }
}

function placeConditions({ jurisdiction, session }: Pick<BillFilters, 'jurisdiction' | 'session'>): string[] {
  if (jurisdiction !== undefined && session !== undefined) return [sessionCondition(jurisdiction, session)]
  return [
    ...(jurisdiction === undefined ? [] : [placeCondition('jurisdiction', jurisdiction)]),
    ...(session === undefined ? [] : [placeCondition('session', session)]),
  ]
}

const valuesOf = (joined: Joined): number =>
  Object.values(joined).filter((value) => value !== undefined).length

/** Few bills meet these filters. */
const isNarrow = ({ sponsor, identifiers, ids }: Joined): boolean =>
  sponsor !== undefined || identifiers !== undefined || ids !== undefined

const joinedTo = ({ schema }: RankedScope, words: string): string =>
  `${words} JOIN ${schema}.bills t ON t.id = w.id`

function rowConditions(
  scope: RankedScope,
  { joined, introduced_since }: Pick<Divided, 'joined' | 'introduced_since'>,
): string[] {
  return [
    ...(valuesOf(joined) === 0 ? [] : filterConditions(joined, scope)),
    ...(introduced_since === undefined ? [] : [`${DAY} >= ${scope.bind(introduced_since)}::date`]),
  ]
}
