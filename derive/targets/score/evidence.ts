import type { TargetBasis, TargetReason } from '../../../schemas/vocabulary/targets.ts'

export type Stance = 'support' | 'oppose' | 'neutral'

/** One thing that a source says, which makes an organization a target of one bill or rule. */
export type Evidence = {
  /** The id of the organization that remains after merges. */
  readonly organization_id: number
  readonly basis: TargetBasis
  readonly kind: TargetReason
  /** Names the passage, position or issue. The same one counts once for a basis. */
  readonly key: string
  /** What the source is about: the number of a bill, the name of an issue or an agency. */
  readonly about: string
  /** The words of the source. */
  readonly quote: string | null
  /** YYYY-MM-DD; null if the source has none. */
  readonly day: string | null
  readonly source_url: string | null
  /** From 0 to 1: how near the other bill, the issue or the agency is to this one. 1 for this bill itself. */
  readonly relevance: number
  /** A similar bill that is only about the same topic. Such evidence ranks with that of subjects. */
  readonly is_topic_only: boolean
  /** The source says that the engagement has ended. */
  readonly is_ended: boolean
  /** As stated. It is only shown if the position is on this very bill or rule. */
  readonly stance: Stance | null
  /** When the log recorded it. */
  readonly updated_at: string
}

/** How many issues an organization works on, by its filings. */
export type Breadth = ReadonlyMap<number, number>

export type WeighedReason = {
  readonly kind: TargetReason
  readonly basis: TargetBasis
  readonly about: string
  readonly quote: string | null
  readonly day: string | null
  readonly source_url: string | null
  /** What this source states about this very bill or rule; null for every other reason. */
  readonly stance: Stance | null
  readonly weight: number
}

export type RankedTarget = {
  readonly organization_id: number
  /** From 0 to 1, not including 1. */
  readonly score: number
  readonly basis: TargetBasis
  readonly position: Stance | null
  /** Those of the closest basis first, then the heaviest. */
  readonly reasons: readonly WeighedReason[]
  readonly updated_at: string
}
