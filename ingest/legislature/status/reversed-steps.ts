import type { StatusAction } from './action-steps.ts'
import type { StepKind } from './step-rules.ts'

/** Where a chamber that has voted for a bill sends it to a second committee, and votes again before it is passed. */
const SECOND_COMMITTEE: ReadonlySet<string> = new Set(['nh'])
const REFERRED = /^referred to\b/iu
/** The vote after the vote, by which a bill leaves the chamber, was put off. */
const NOT_ORDERED = /^pending motion OT3rdg/iu
const CARRIED = /\bMA\b/u

const dayOf = ({ date }: StatusAction): string => date.slice(0, 10)

/**
 * Steps of actions that a later one of the same day takes back: a vote after which the same chamber refers the bill or puts
 * off its last reading, the "date signed" of a bill that was vetoed (Georgia). As `action id step`.
 */
export function reversedSteps(actions: readonly StatusAction[], place: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [index, action] of actions.entries()) {
    const votes =
      SECOND_COMMITTEE.has(place) &&
      action.classification.includes('passage') &&
      CARRIED.test(action.description)
    const signs = action.classification.includes('executive-signature')
    if (!votes && !signs) continue
    for (const later of actions.slice(index + 1)) {
      if (dayOf(later) !== dayOf(action)) break
      const putsOff = REFERRED.test(later.description) || NOT_ORDERED.test(later.description)
      if (votes && later.chamber === action.chamber && putsOff)
        found.add(reversedStepKey(action.id, 'passed'))
      if (signs && later.classification.includes('executive-veto'))
        found.add(reversedStepKey(action.id, 'enacted'))
    }
  }
  return found
}

export const reversedStepKey = (actionId: string, step: StepKind): string => `${actionId} ${step}`
