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
  /** When the scorecard last changed. Each of its scores is at least as new. */
  readonly updated_at: string
}
