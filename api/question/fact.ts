import type { BillStatus, Chamber } from '../../schemas/vocabulary/vocabulary.ts'

/** The conditions that a question states. A bill has one value of each list that is not empty. */
export type QuestionFilters = {
  /** Division ids. */
  readonly jurisdictions: readonly string[]
  /** Spellings of one or more sessions: `104th` and `104`. */
  readonly sessions: readonly string[]
  /** Years of introduction. */
  readonly years: readonly number[]
  readonly chambers: readonly Chamber[]
  readonly statuses: readonly BillStatus[]
  readonly identifiers: readonly string[]
  readonly sponsors: readonly string[]
  readonly introduced_since: string | null
  /** The first day that is too late. */
  readonly introduced_before: string | null
}

/** A piece of a question that states a condition, or says nothing about the subject. */
export type Fact = {
  readonly start: number
  readonly end: number
  /** Empty if the piece is only left out. */
  readonly filters: Partial<QuestionFilters>
}

/**
 * Finds facts of one kind. `today` is YYYY-MM-DD. The pieces that were already read are blank, with their length, so that
 * nothing is read twice.
 */
export type FactReader = (question: string, today: string) => readonly Fact[]

/** Reads each match of a pattern. undefined: it states nothing. */
export function factsBy(
  question: string,
  pattern: RegExp,
  filtersOf: (match: RegExpExecArray) => Partial<QuestionFilters> | undefined,
): Fact[] {
  return [...question.matchAll(pattern)].flatMap((match) => {
    const filters = filtersOf(match)
    return filters === undefined ? [] : [{ start: match.index, end: match.index + match[0].length, filters }]
  })
}

/** Joins facts. Values of a list are alternatives; the last of two days counts. */
export function joinedFilters(facts: readonly Fact[]): QuestionFilters {
  const dayOf = (name: 'introduced_since' | 'introduced_before') =>
    facts.map(({ filters }) => filters[name]).findLast((day) => day != null) ?? null
  return {
    jurisdictions: distinct(facts.map(({ filters }) => filters.jurisdictions)),
    sessions: distinct(facts.map(({ filters }) => filters.sessions)),
    years: distinct(facts.map(({ filters }) => filters.years)),
    chambers: distinct(facts.map(({ filters }) => filters.chambers)),
    statuses: distinct(facts.map(({ filters }) => filters.statuses)),
    identifiers: distinct(facts.map(({ filters }) => filters.identifiers)),
    sponsors: distinct(facts.map(({ filters }) => filters.sponsors)),
    introduced_since: dayOf('introduced_since'),
    introduced_before: dayOf('introduced_before'),
  }
}

const distinct = <T>(lists: readonly (readonly T[] | undefined)[]): T[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
]
