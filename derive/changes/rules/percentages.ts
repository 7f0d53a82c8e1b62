import { hasValue, isShort, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

/** Shares and rates in percent. */
export const percentages: Rule = {
  kind: 'percentage',
  importance: 80,
  describe(piece) {
    if (isSwapOf(piece, 'percentage')) return swapDraft(piece, 'percentage')
    if (piece.shape !== 'rewording' || !isShort(piece) || !hasValue(piece, 'percentage')) return null
    return rewordingDraft(piece)
  },
}
