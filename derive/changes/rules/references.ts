import { countWords } from '../words/wording.ts'
import { hasValue, isSwapOf, rewordingDraft, swapDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const WORDS_MAX = 10

/** Sections, paragraphs and laws that the text points at. */
export const references: Rule = {
  kind: 'reference',
  importance: 20,
  describe(piece) {
    if (isSwapOf(piece, 'reference')) return swapDraft(piece, 'reference')
    if (piece.shape !== 'rewording' || !hasValue(piece, 'reference')) return null
    const words = Math.max(...[piece.before, piece.after].map((span) => countWords(span?.text ?? '')))
    return words > WORDS_MAX ? null : rewordingDraft(piece)
  },
}
