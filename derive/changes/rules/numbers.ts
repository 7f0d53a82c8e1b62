import { isSwapOf, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

/** Words behind a number that are not what it counts. */
const NO_UNIT = /^(?:|ordinal|of|and|or|to|in|through|by|for|the|a)$/u

/** Counts of anything else. */
export const numbers: Rule = {
  kind: 'number',
  importance: 45,
  describe(piece) {
    if (!isSwapOf(piece, 'number')) return null
    const { unit } = piece.before
    return swapDraft(piece, NO_UNIT.test(unit) ? 'number' : `number before “${unit}”`)
  },
}
