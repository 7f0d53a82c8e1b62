import { isAbout, isRewordingOn, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const PENALTY =
  /\b(?:fines?|fined|imprison\w*|misdemeanors?|felony|felonies|penalty|penalties|jail|infractions?|punish\w*)\b/iu

/** Fines, terms of imprisonment and the class of an offense. */
export const penalties: Rule = {
  kind: 'penalty',
  importance: 92,
  describe(piece) {
    if (isAbout(piece, PENALTY)) {
      if (isSwapOf(piece, 'amount')) return swapDraft(piece, 'amount of the penalty')
      if (isSwapOf(piece, 'period')) return swapDraft(piece, 'period in the penalty')
    }
    return isRewordingOn(piece, PENALTY) ? rewordingDraft(piece, { focus: PENALTY }) : null
  },
}
