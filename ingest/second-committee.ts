import type { StatusAction } from './status-steps.ts'

/** Where a chamber that has voted for a bill sends it to a second committee, and votes again before it is passed. */
const PLACES: ReadonlySet<string> = new Set(['nh'])
const REFERRED = /^referred to\b/iu
const CARRIED = /\bMA\b/u

const dayOf = ({ date }: StatusAction): string => date.slice(0, 10)

/** Ids of the votes that were not yet the passage: the same chamber refers the bill on the same day. */
export function votesBeforeSecondCommittee(
  actions: readonly StatusAction[],
  place: string,
): ReadonlySet<string> {
  const found = new Set<string>()
  if (!PLACES.has(place)) return found
  for (const [index, action] of actions.entries()) {
    if (!action.classification.includes('passage') || !CARRIED.test(action.description)) continue
    for (const later of actions.slice(index + 1)) {
      if (dayOf(later) !== dayOf(action)) break
      if (later.chamber === action.chamber && REFERRED.test(later.description)) found.add(action.id)
    }
  }
  return found
}
