import { sentenceRule } from '../grounding/rule.ts'
import { printedNumbersOf } from '../values/printed-numbers.ts'

/** Every number of a sentence occurs, in digits or words, in a section that the sentence cites. */
export const numbers = sentenceRule('numbers', (sentence, bill) => {
  const printed = printedNumbersOf(sentence.text)
  if (printed.length === 0) return []
  const proven = new Set(printedNumbersOf(bill.cited(sentence)).map(({ value }) => value))
  return printed
    .filter(({ value }) => !proven.has(value))
    .map((number) => `The cited sections do not contain the number ${number.printed}.`)
})
