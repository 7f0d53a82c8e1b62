import type { Piece } from '../pieces/piece.ts'
import { isRewordingOn, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const SUNSET =
  /\b(?:sunset|expires?|expiration date|shall terminate|terminates on|ceases? to (?:be effective|have effect|apply)|shall cease|repealed (?:on|effective))\b/iu

/** A heading such as `Sunset of deferments.—` does not make each date behind it an end. */
const isAboutAnEnd = ({ context }: Piece): boolean =>
  [context.from, context.to].every((sentence) => SUNSET.test(sentence.replace(/^.*?\.—/u, '')))

/** When the law, or a part of it, ends by itself. */
export const sunsets: Rule = {
  kind: 'sunset',
  importance: 84,
  describe(piece) {
    if (isSwapOf(piece, 'date') && isAboutAnEnd(piece)) return swapDraft(piece, 'date of the end')
    return isRewordingOn(piece, SUNSET) ? rewordingDraft(piece, { focus: SUNSET }) : null
  },
}
