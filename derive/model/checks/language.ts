import { sentenceRule } from '../grounding/rule.ts'
import { plainWordsOf } from '../values/plain-words.ts'

/** Small words that English sentences cannot do without. Other languages of Latin letters have few of them. */
const small = new Set(
  'the a an of to and or in for by with that this it is are be if must may not on from at as who which each any under than when after before until about more within'.split(
    ' ',
  ),
)
/** Shorter sentences may have none. */
const MIN_WORDS = 8
const MIN_SHARE = 0.12

/** Sentences are English. All other rules read English numbers, dates and names only. */
export const language = sentenceRule('language', ({ text }) => {
  const letters = text.match(/\p{L}/gu) ?? []
  if (letters.some((letter) => !/\p{Script=Latin}/u.test(letter)))
    return ['It has letters that are not Latin.']
  const words = plainWordsOf(text)
  const share = words.filter((word) => small.has(word)).length / words.length
  return words.length >= MIN_WORDS && share < MIN_SHARE ? ['It is not English.'] : []
})
