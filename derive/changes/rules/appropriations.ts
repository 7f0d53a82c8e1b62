import { hasValue, isAbout, isRewordingOn, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const APPROPRIATION = /\b(?:appropriat(?:ed|es|ion|ions)|rescinded|rescission)\b/iu

/** Money that the text appropriates, authorizes or takes back. */
export const appropriations: Rule = {
  kind: 'appropriation',
  importance: 94,
  describe(piece) {
    if (isSwapOf(piece, 'amount') && isAbout(piece, APPROPRIATION)) return swapDraft(piece, 'amount')
    if (!isRewordingOn(piece, APPROPRIATION) || !hasValue(piece, 'amount')) return null
    return rewordingDraft(piece, { focus: APPROPRIATION })
  },
}
