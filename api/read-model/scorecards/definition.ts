import type {
  ScorecardItem,
  ScorecardMember,
  ScorecardPolicies,
} from '../../../schemas/event-bodies/scorecard.ts'

/** What scores are computed from, whoever owns the scorecard. */
export type Definition = {
  readonly jurisdiction: string
  readonly sessions: readonly string[]
  readonly method: string
  readonly policies: ScorecardPolicies | null
  readonly items: readonly ScorecardItem[]
  readonly members: readonly ScorecardMember[]
  /** Of the scorecard: no score is older. */
  readonly updated_at: string
}
