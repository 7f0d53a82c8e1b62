import type { RollCallName } from '../congress/congress-numbers.ts'

/** One ballot word with its total: as reported if the layout reports totals; if not, counted. */
export type Tally = { readonly word: string; readonly value: number }

export type Voter = {
  readonly word: string
  /** The printed name. The Vice President, who votes only to break a tie, is printed without one. */
  readonly name: string
  /** Bioguide id in the House, LIS id in the Senate. */
  readonly id: string | null
  readonly party: string | null
  readonly state: string | null
  readonly is_tie_breaker: boolean
}

export type BillOfRollCall = { readonly congress: string; readonly type: string; readonly number: string }

/** The facts that all layouts of a roll call have, in the words of unitedstates/congress. */
export type RollCallRecord = RollCallName & {
  /** Day, or RFC 3339 with the offset in Washington. */
  readonly date: string
  readonly question: string
  readonly type: string
  readonly category: string
  readonly subject: string | null
  /** `1/2`, `2/3`, `3/5`, `QUORUM`. */
  readonly requires: string
  readonly result: string
  readonly result_text: string
  readonly bill: BillOfRollCall | null
  readonly amendment: Readonly<Record<string, unknown>> | null
  readonly nomination: Readonly<Record<string, unknown>> | null
  readonly treaty: Readonly<Record<string, unknown>> | null
  readonly record_modified: string | null
  readonly is_vacated: boolean
  readonly tallies: readonly Tally[]
  readonly voters: readonly Voter[]
  /** The origin of the record if it is not the publisher. */
  readonly other_source: string | null
  /** When the record says it was written. */
  readonly updated_at: string | null
  /** The publishers' own layout wins over layouts that were derived from it. */
  readonly rank: number
}

export const VICE_PRESIDENT = 'Vice President'

/**
 * Gives the tallies of the offered words, in their order, then of other words that voters used. A voter who
 * is listed several times under one word counts once.
 */
export function countVoters(
  words: readonly string[],
  voters: readonly Pick<Voter, 'word' | 'id'>[],
): Tally[] {
  const totals = new Map(words.map((word) => [word, 0]))
  for (const { word } of onceByWord(voters)) totals.set(word, (totals.get(word) ?? 0) + 1)
  return [...totals].map(([word, value]) => ({ word, value }))
}

function onceByWord<T extends Pick<Voter, 'word' | 'id'>>(voters: readonly T[]): T[] {
  const seen = new Set<string>()
  return voters.filter(({ word, id }) => {
    const key = JSON.stringify([word, id])
    const isFirst = id === null || !seen.has(key)
    seen.add(key)
    return isFirst
  })
}

/** Replaces counted totals by those that a layout reports. They leave out a tie-breaking vote. */
export function reportTotals(
  counted: readonly Tally[],
  reported: ReadonlyMap<string, number>,
): readonly Tally[] {
  return counted.map(({ word, value }) => ({ word, value: reported.get(word) ?? value }))
}
