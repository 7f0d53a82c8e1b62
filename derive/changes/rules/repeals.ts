import { isRewordingOn, rewordingDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

const REPEAL = /\brepeal(?:s|ed|ing)?\b/iu

/** Law that the text repeals. */
export const repeals: Rule = {
  kind: 'repeal',
  importance: 82,
  describe: (piece) => (isRewordingOn(piece, REPEAL) ? rewordingDraft(piece, { focus: REPEAL }) : null),
}
