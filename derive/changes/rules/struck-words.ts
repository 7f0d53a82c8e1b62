import { quotedWords } from '../words/quote.ts'
import type { Rule } from './rule.ts'

/** Words that the newer text shows struck out. */
export const struckWords: Rule = {
  kind: 'struck',
  importance: 40,
  describe(piece) {
    if (piece.shape !== 'struck') return null
    const { quote, span } = quotedWords(piece.quoted, piece.span)
    return { text: `${piece.label} strikes ${quote}.`, before: span, after: null, confidence: 'exact' }
  },
}
