import { hasValue, isShort, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

/** Days, months and years. */
export const dates: Rule = {
  kind: 'date',
  importance: 62,
  describe(piece) {
    if (isSwapOf(piece, 'date')) return swapDraft(piece, piece.before.unit === 'year' ? 'year' : 'date')
    if (piece.shape !== 'rewording' || !isShort(piece) || !hasValue(piece, 'date')) return null
    return rewordingDraft(piece)
  },
}
