import { quotedWords } from '../words/quote.ts'
import type { Rule } from './rule.ts'

/** Words that the older text shows struck out and the newer one has as law. */
export const restoredWords: Rule = {
  kind: 'restored',
  importance: 42,
  describe(piece) {
    if (piece.shape !== 'restored') return null
    const { quote, span } = quotedWords(piece.quoted, piece.span)
    return {
      text: `${piece.label} restores ${quote}, which was struck.`,
      before: null,
      after: span,
      confidence: 'exact',
    }
  },
}
