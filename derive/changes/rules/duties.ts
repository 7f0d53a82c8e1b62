import { countWords } from '../words/wording.ts'
import { rewordingDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const MODAL = /\b(?:shall not|must not|may not|shall|must|may|is required to|is authorized to)\b/iu
const WORDS_MAX = 12

/** What somebody must do becomes what somebody may do, or the other way round. */
export const duties: Rule = {
  kind: 'duty',
  importance: 70,
  describe(piece) {
    if (piece.shape !== 'rewording' || piece.whole_lines) return null
    const [older, newer] = [piece.before, piece.after].map((span) =>
      MODAL.exec(span?.text ?? '')?.[0].toLowerCase(),
    )
    const words = Math.max(...[piece.before, piece.after].map((span) => countWords(span?.text ?? '')))
    if (older === newer || older === undefined || newer === undefined || words > WORDS_MAX) return null
    return rewordingDraft(piece)
  },
}
