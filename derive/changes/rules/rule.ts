import type { ChangeKind } from '../../../schemas/vocabulary/change-kinds.ts'
import type { Piece } from '../pieces/piece.ts'
import type { Span } from '../words/span.ts'

/** A sentence about one piece, before it is known whether it is among too many of its kind. */
export type Draft = {
  readonly text: string
  readonly before: Span | null
  readonly after: Span | null
  readonly confidence: 'exact' | 'contextual'
}

/** What one kind of change says. The first rule that describes a piece is the one that counts. */
export type Rule = {
  readonly kind: ChangeKind
  /** The greater, the earlier it stands in the summary. */
  readonly importance: number
  describe(piece: Piece): Draft | null
}
