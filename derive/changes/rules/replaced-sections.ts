import type { SectionPiece } from '../pieces/piece.ts'
import { inSentence } from '../pieces/section-labels.ts'
import { countWords } from '../words/wording.ts'
import { valueNote } from './drafts.ts'
import type { Draft, Rule } from './rule.ts'
import { sectionQuote } from './section-quote.ts'

/** Sections, or the whole text, whose words are other ones now. */
export const replacedSections: Rule = {
  kind: 'section_replaced',
  importance: 76,
  describe(piece) {
    if (piece.shape !== 'section') return null
    return piece.change === null || piece.change.kind === 'replaced' ? describeReplacement(piece) : null
  },
}

function describeReplacement({ label, older_label, before, after, change }: SectionPiece): Draft {
  const older = sectionQuote(before!)
  const newer = sectionQuote(after!)
  const sizes = `${countWords(before!.text)} words become ${countWords(after!.text)}`
  const rewritten =
    label === older_label
      ? `${label} is rewritten`
      : `${older_label} is now ${inSentence(label)} and is rewritten`
  const subject = change === null ? 'The whole text is replaced by another one' : rewritten
  return {
    text: `${subject} (${sizes}): it began ${older.printed} and begins ${newer.printed}.${valueNote(before, after, ['amount', 'percentage', 'period'])}`,
    before: older.span,
    after: newer.span,
    confidence: 'contextual',
  }
}
