import { tokensOf } from '../../../runtime/words/tokens.ts'
import { sentenceRule } from '../grounding/rule.ts'

/** The least share of the words of a sentence that its cited sections have too. */
const MIN_SHARE = 0.5

/**
 * At least half of the words of a sentence occur in the sections that it cites, in any inflection. Small words do not
 * count. A true quote under an unrelated claim does not pass.
 */
export const support = sentenceRule('support', (sentence, bill) => {
  const forms = new Set(tokensOf(sentence.text).map(({ form }) => form))
  if (forms.size === 0) return ['It says nothing.']
  const cited = new Set(tokensOf(bill.cited(sentence)).map(({ form }) => form))
  const shared = [...forms].filter((form) => cited.has(form)).length
  return shared / forms.size >= MIN_SHARE ? [] : ['Its words are not those of the sections that it cites.']
})
