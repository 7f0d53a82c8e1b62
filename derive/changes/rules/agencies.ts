import { countWords } from '../words/wording.ts'
import { rewordingDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const AGENCY =
  /\b(?:Department|Bureau|Office|Commission(?:er)?|Board|Agency|Administration|Administrator|Secretary|Director|Council|Authority|Comptroller General|Attorney General|Institute|Inspector General)\b/u
const WORDS_MAX = 15

/** Offices and officials that the text names now or no longer names. */
export const agencies: Rule = {
  kind: 'agency',
  importance: 50,
  describe(piece) {
    if (piece.shape !== 'rewording' || piece.whole_lines) return null
    const [older, newer] = [piece.before, piece.after].map((span) => AGENCY.exec(span?.text ?? '')?.[0])
    const words = Math.max(...[piece.before, piece.after].map((span) => countWords(span?.text ?? '')))
    if (older === newer || words > WORDS_MAX) return null
    return rewordingDraft(piece)
  },
}
