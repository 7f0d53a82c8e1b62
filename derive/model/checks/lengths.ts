import { levelLimits } from '../grounding/levels.ts'
import type { Fault, Rule } from '../grounding/rule.ts'
import { plainWordsOf } from '../values/plain-words.ts'

const whole = (message: string): Fault => ({ rule: 'lengths', sentence: null, message })

/** An answer has at least one sentence, and no more sentences and words than its level allows. */
export const lengths: Rule = {
  name: 'lengths',
  check({ sentences }, _bill, level) {
    const { max_sentences, max_words, max_words_of_sentence } = levelLimits[level]
    const counts = sentences.map(({ text }) => plainWordsOf(text).length)
    const words = counts.reduce((sum, count) => sum + count, 0)
    return [
      ...(sentences.length === 0 ? [whole('There is no sentence.')] : []),
      ...(sentences.length > max_sentences ? [whole(`There are more than ${max_sentences} sentences.`)] : []),
      ...(words > max_words ? [whole(`There are ${words} words; at most ${max_words} are allowed.`)] : []),
      ...counts.flatMap((count, sentence): Fault[] =>
        count > max_words_of_sentence
          ? [{ rule: 'lengths', sentence, message: `It has more than ${max_words_of_sentence} words.` }]
          : [],
      ),
    ]
  },
}
