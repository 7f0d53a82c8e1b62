import { amountNote } from './drafts.ts'
import type { Rule } from './rule.ts'
import { sectionQuote } from './section-quote.ts'

/** Sections that only the older text has. */
export const removedSections: Rule = {
  kind: 'section_removed',
  importance: 73,
  describe(piece) {
    if (piece.shape !== 'section' || piece.change?.kind !== 'removed') return null
    const { printed, span } = sectionQuote(piece.before!)
    return {
      text: `${piece.label} is removed: ${printed}.${amountNote(piece.before, null)}`,
      before: span,
      after: null,
      confidence: 'exact',
    }
  },
}
