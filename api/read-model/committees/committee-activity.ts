import type { CommitteeActivity, Recommendation } from '../../../schemas/vocabulary/committees.ts'

/** An action as stored in the parts of a bill. */
export type ActionContent = {
  readonly id: string
  readonly date: string
  readonly chamber: string | null
  readonly organization: string | null
  readonly description: string
  readonly classification: readonly string[]
  readonly related_entities: readonly { readonly name: string; readonly entity_type: string }[]
}

export type Done = { readonly activity: CommitteeActivity; readonly recommendation: Recommendation | null }

const DISCHARGED = /\bdischarg(?:ed|ing)\b/i

/**
 * Gives the activity of a committee in an action, other than receiving the bill. undefined if no committee
 * acted.
 */
export function activityOf({ classification, description }: ActionContent): Done | undefined {
  const is = (word: string) => classification.includes(word)
  const done = (activity: CommitteeActivity, recommendation: Recommendation | null = null) => ({
    activity,
    recommendation,
  })
  if (DISCHARGED.test(description)) return done('discharged')
  if (is('committee-failure')) return done('failed')
  if (is('committee-passage-unfavorable')) return done('reported', 'unfavorable')
  if (is('committee-passage-favorable')) return done('reported', 'favorable')
  if (is('committee-passage') || is('reported-out-of-committee')) return done('reported')
  if (is('work-session')) return done('work_session')
  if (is('hearing-held')) return done('hearing')
  return undefined
}

/** Actions by which a bill leaves all its committees. */
const LEAVES = [
  'passage',
  'failure',
  'withdrawal',
  'executive-receipt',
  'became-law',
  'veto-override-passage',
]
export const leavesCommittees = ({ classification }: ActionContent): boolean =>
  classification.some((word) => LEAVES.includes(word))

const ENDS: readonly CommitteeActivity[] = ['reported', 'failed', 'discharged']
export const endsReferral = ({ activity }: Done): boolean => ENDS.includes(activity)
