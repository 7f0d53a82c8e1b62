import { stopWords } from '../../../runtime/words/inflections.ts'
import { formOf } from '../../../runtime/words/word-form.ts'
import type { Bill } from '../grounding/bill.ts'
import { sentenceRule } from '../grounding/rule.ts'
import { phraseOf, plainWordsOf } from '../values/plain-words.ts'

/** Capitalized words, with the small words that names have between them. */
const CAPITALIZED = String.raw`\p{Lu}[\p{L}\p{N}]*(?:[.&'’-][\p{L}\p{N}]+)*\.?`
const NAME = new RegExp(
  String.raw`${CAPITALIZED}(?:\s+(?:(?:of|the|for|and|&)\s+){0,3}${CAPITALIZED})*`,
  'gu',
)

/** Words that begin a sentence about a bill and name nobody. */
const openings = new Set(
  `act add allow amend appropriate apply authorize ban bill bar begin change clarify create cut define direct end
   establish exempt expand extend forbid fund give include increase law let limit lower make name people permit
   prohibit protect provide raise reduce regulate remove repeal replace report require rule section set state stop
   strike take they update violation new existing current every each anyone nobody someone`.split(/\s+/u),
)

/**
 * Every proper name of a sentence occurs in the bill, word for word; capitals do not matter. A first word that is an
 * ordinary one need not.
 */
export const names = sentenceRule('names', (sentence, bill) =>
  [...sentence.text.matchAll(NAME)]
    .filter(({ 0: name, index }) => !isProven(name, beginsSentence(sentence.text, index), bill))
    .map(([name]) => `The bill does not contain the name "${name}".`),
)

const beginsSentence = (text: string, index: number): boolean =>
  /(?:^|[.!?:;•]\s+|["“(])$/u.test(text.slice(0, index))

function isProven(name: string, isFirst: boolean, bill: Bill): boolean {
  if (occurs(name, bill)) return true
  const joined = name.split(/\s+and\s+/u)
  if (joined.length > 1)
    return joined.every((part, index) =>
      isProven(part.replace(/^(?:the|of|for)\s+/u, ''), isFirst && index === 0, bill),
    )
  if (!isFirst) return false
  const [first = '', ...rest] = name.split(/\s+/u)
  if (!isOrdinary(first, bill)) return false
  const others = rest.join(' ').replace(/^(?:(?:the|of|for)\s+)+/u, '')
  return others === '' || occurs(others, bill)
}

const occurs = (name: string, bill: Bill): boolean => bill.phrases().includes(phraseOf(name))

function isOrdinary(word: string, bill: Bill): boolean {
  const [plain = ''] = plainWordsOf(word)
  const form = formOf(plain)
  return stopWords.has(plain) || openings.has(form) || bill.forms().has(form)
}
