import { hasValue, isAbout, isRewordingOn, isShort, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const EFFECT =
  /\b(?:takes? effect|effective date|effective (?:on|upon|when)|becomes? effective|in (?:full )?force and effect|effect on passage)\b/iu

/** When the law, or a part of it, begins to apply. */
export const effectiveDates: Rule = {
  kind: 'effective_date',
  importance: 86,
  describe(piece) {
    if (isSwapOf(piece, 'date') && isAbout(piece, EFFECT)) return swapDraft(piece, 'effective date')
    if (isRewordingOn(piece, EFFECT)) return rewordingDraft(piece, { focus: EFFECT })
    return piece.shape === 'rewording' && isShort(piece) && hasValue(piece, 'date') && isAbout(piece, EFFECT)
      ? rewordingDraft(piece)
      : null
  },
}
