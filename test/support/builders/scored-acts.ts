import type { ScoredAct, ScoredMember } from '../../../derive/scores/scored-members.ts'
import type { ScorecardPolicies } from '../../../schemas/event-bodies/scorecard.ts'
import { defaultPolicies, type ScorecardMark } from '../../../schemas/vocabulary/scorecards.ts'

export const act = (key: string, more: Partial<ScoredAct> = {}): ScoredAct => ({
  key,
  item_id: key,
  weight: 1,
  share_of: 1,
  session: '2026',
  majority: 'for',
  ...more,
})
export const member = (
  who: string,
  marks: Readonly<Record<string, ScorecardMark>>,
  ranked_with = '',
): ScoredMember<string> => ({
  who,
  ranked_with,
  marks: new Map(Object.entries(marks)),
})
export const policies = (more: Partial<ScorecardPolicies> = {}): ScorecardPolicies => ({
  ...defaultPolicies,
  ...more,
})
