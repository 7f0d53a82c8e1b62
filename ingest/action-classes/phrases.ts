import type { RuleTable } from './rule.ts'

/** Phrases that mean the same in every legislature. */
export const phrases: RuleTable = [
  { words: /^(?:pre-?filed|filed)\b/iu, classes: ['filing'] },
  { words: /^introduced\b/iu, classes: ['introduction'] },
  { words: /\breferred to (?:the )?(?:house |senate )?committee\b/iu, classes: ['referral-committee'] },
]
