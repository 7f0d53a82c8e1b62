import type { StatusAction } from './action-steps.ts'
import type { StepKind } from './step-rules.ts'

/**
 * Places whose chambers can send a bill to a second committee after voting for it, and vote again before
 * passage.
 */
const SECOND_COMMITTEE: ReadonlySet<string> = new Set(['nh'])
const REFERRED = /^referred to\b/iu
/** The second vote, by which a bill leaves the chamber, was postponed. */
const NOT_ORDERED = /^pending motion OT3rdg/iu
const CARRIED = /\bMA\b/u

const dayOf = ({ date }: StatusAction): string => date.slice(0, 10)

/**
 * Gives the steps of actions that a later action of the same day reverses, as `action id step`. Examples: the
 * chamber refers the bill or postpones its last reading after the vote; Georgia vetoes a bill that has a
 * "date signed".
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
