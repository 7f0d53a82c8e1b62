import { hasValue, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

/** Money. */
export const amounts: Rule = {
  kind: 'amount',
  importance: 90,
  describe(piece) {
    if (isSwapOf(piece, 'amount')) return swapDraft(piece, 'amount')
    if (piece.shape !== 'rewording' || !hasValue(piece, 'amount')) return null
    return rewordingDraft(piece, { focus: /\$ ?\d|\bdollars\b/u })
  },
}
