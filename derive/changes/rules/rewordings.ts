import { rewordingDraft } from './drafts.ts'
import type { Rule } from './rule.ts'

/** Any other words, so that a change without a rule of its own is said too. */
export const rewordings: Rule = {
  kind: 'wording',
  importance: 10,
  describe: (piece) => (piece.shape === 'rewording' ? rewordingDraft(piece) : null),
}
