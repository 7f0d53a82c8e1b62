import { inSentence } from '../pieces/section-labels.ts'
import { quote } from '../words/quote.ts'
import { type Span, within } from '../words/span.ts'
import type { Rule } from './rule.ts'
import { sectionQuote } from './section-quote.ts'

/** Sections and paragraphs that have another number or letter. */
export const renumberedSections: Rule = {
  kind: 'section_renumbered',
  importance: 8,
  describe(piece) {
    if (piece.shape === 'relabeling') {
      const [first] = piece.labels
      const more = piece.labels.length - 1
      const others =
        more === 0 ? '' : `, and ${more} more label${more === 1 ? '' : 's'} of its paragraphs change`
      const [before, after] = [quote(labelOf(first!.before)), quote(labelOf(first!.after))]
      return {
        text: `${piece.label}: the label ${before.printed} is now ${after.printed}${others}.`,
        before: before.span,
        after: after.span,
        confidence: 'exact',
      }
    }
    if (piece.shape !== 'section' || piece.change?.kind !== 'renumbered') return null
    return {
      text: `${piece.older_label} is now ${inSentence(piece.label)}.`,
      before: sectionQuote(piece.before!).span,
      after: sectionQuote(piece.after!).span,
      confidence: 'exact',
    }
  },
}

/** The letter or number of a label without its brackets. */
function labelOf(span: Span): Span {
  const found = /\w+/u.exec(span.text)
  return found === null ? span : within(span, found.index, found.index + found[0].length)
}
