import { amountNote } from './drafts.ts'
import type { Rule } from './rule.ts'
import { sectionQuote } from './section-quote.ts'

/** Sections that only the newer text has. */
export const addedSections: Rule = {
  kind: 'section_added',
  importance: 74,
  describe(piece) {
    if (piece.shape !== 'section' || piece.change?.kind !== 'added') return null
    const { printed, span } = sectionQuote(piece.after!)
    return {
      text: `${piece.label} is new: ${printed}.${amountNote(null, piece.after)}`,
      before: null,
      after: span,
      confidence: 'exact',
    }
  },
}
