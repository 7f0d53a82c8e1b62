import type { MemberVote, RollCall } from '../../../schemas/event-bodies/vote.ts'
import { voteOptions } from '../../../schemas/vocabulary/vocabulary.ts'

type Counts = RollCall['counts']

/** Counts the members who chose each option, in the order of the vocabulary. Omits unused options. */
export function rollCounts(votes: readonly MemberVote[]): Counts {
  const byOption = new Map<string, number>(voteOptions.map((option) => [option, 0]))
  for (const { option } of votes) byOption.set(option, (byOption.get(option) ?? 0) + 1)
  return [...byOption].filter(([, value]) => value > 0).map(([option, value]) => ({ option, value }))
}

/**
 * Says if the reported totals equal the counted ones. null if either is missing. A roll in which a member has
 * two options never matches.
 */
export function countsMatch(
  { counts, extras = {} }: Pick<RollCall, 'counts'> & Partial<Pick<RollCall, 'extras'>>,
  roll_counts: Counts,
): boolean | null {
  if (counts.length === 0 || roll_counts.length === 0) return null
  if (Object.hasOwn(extras, 'voters_under_two_options')) return false
  const reported = new Map<string, number>()
  for (const { option, value } of counts) reported.set(option, (reported.get(option) ?? 0) + value)
  const counted = new Map(roll_counts.map(({ option, value }) => [option, value]))
  return [...new Set([...reported.keys(), ...counted.keys()])].every(
    (option) => (reported.get(option) ?? 0) === (counted.get(option) ?? 0),
  )
}
