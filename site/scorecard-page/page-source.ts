import type { ScorecardItem, ScorecardPolicies } from '../../schemas/event-bodies/scorecard.ts'
import type { VisitorParts } from '../fragments/refusal.ts'

/** A score as the page shows it: its acts add up to its points. */
export type PageScore = {
  readonly id: string
  readonly legislator: {
    readonly name: string
    readonly party: string | null
    readonly district: string | null
  } | null
  readonly name: string
  readonly chamber: string | null
  readonly points: number | null
  readonly possible: number | null
  readonly score: number | null
  readonly printed: string | null
  readonly rank: number | null
  readonly reason: string | null
  readonly sessions: readonly { readonly session: string | null; readonly score: number | null }[]
  readonly items: readonly {
    readonly item_id: string
    readonly mark: string
    readonly points: number
    readonly possible: number
  }[]
}

/** A public scorecard. */
export type PageScorecard = {
  readonly id: number
  readonly title: string
  readonly organization: { readonly name: string; readonly url: string | null }
  readonly place: string
  readonly sessions: readonly string[]
  readonly method: string
  readonly printed_unit: string
  readonly published_on: string | null
  readonly url: string | null
  readonly policies: ScorecardPolicies | null
  readonly items: readonly ScorecardItem[]
  readonly points_of_weight: number
  /** The highest score first. */
  readonly scores: readonly PageScore[]
  /** All scores as CSV. */
  readonly csv: () => string
}

/** Where the scorecards come from. The API gives it to the routes, which do not know the API. */
export type ScorecardPageParts = VisitorParts & {
  readonly scorecards: { find(id: string): Promise<PageScorecard | undefined> }
}
