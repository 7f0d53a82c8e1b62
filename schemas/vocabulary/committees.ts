/** Closed word lists of what committees do with a bill. A word is added, never changed. */

export const committeeActivities = [
  'referred',
  'rereferred',
  'hearing',
  'work_session',
  'reported',
  'failed',
  'discharged',
] as const
export type CommitteeActivity = (typeof committeeActivities)[number]

export const recommendations = ['favorable', 'unfavorable'] as const
export type Recommendation = (typeof recommendations)[number]

/** Reasons to ask a legislator about a bill. */
export const contactReasons = ['sponsor', 'committee_member', 'floor_leader'] as const
export type ContactReason = (typeof contactReasons)[number]
