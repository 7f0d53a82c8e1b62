import type { Rewording } from '../pieces/piece.ts'
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
    if (piece.shape === 'rewording' && isDayOfEffect(piece)) return rewordingDraft(piece)
    return isRewordingOn(piece, EFFECT) ? rewordingDraft(piece, { focus: EFFECT }) : null
  },
}

/** `upon its approval` becomes `on July 1, 2027`: the words around it say that it is the day. */
const isDayOfEffect = (piece: Rewording): boolean =>
  isShort(piece) && hasValue(piece, 'date') && isAbout(piece, EFFECT)
