import type { Rule } from './rule.ts'
import { sectionQuote } from './section-quote.ts'

/** Sections that stand at another place. */
export const movedSections: Rule = {
  kind: 'section_moved',
  importance: 7,
  describe(piece) {
    if (piece.shape !== 'section' || piece.change?.kind !== 'moved') return null
    return {
      text: `${piece.label} stands at another place.`,
      before: sectionQuote(piece.before!).span,
      after: sectionQuote(piece.after!).span,
      confidence: 'exact',
    }
  },
}
