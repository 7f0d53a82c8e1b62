import { hasValue, isShort, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

/** Spans of time, such as a term or a time limit, and ages. */
export const periods: Rule = {
  kind: 'period',
  importance: 60,
  describe(piece) {
    if (isSwapOf(piece, 'period')) return swapDraft(piece, piece.before.unit === 'age' ? 'age' : 'period')
    if (piece.shape !== 'rewording' || !isShort(piece) || !hasValue(piece, 'period')) return null
    return rewordingDraft(piece)
  },
}
