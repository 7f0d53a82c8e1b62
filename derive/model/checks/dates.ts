import { sentenceRule } from '../grounding/rule.ts'
import { keysProvenBy, printedDatesOf } from '../values/printed-dates.ts'

/** Every day and month of a sentence occurs in a section that the sentence cites, however it is printed. */
export const dates = sentenceRule('dates', (sentence, bill) => {
  const printed = printedDatesOf(sentence.text)
  if (printed.length === 0) return []
  const proven = new Set(printedDatesOf(bill.cited(sentence)).flatMap(({ key }) => keysProvenBy(key)))
  return printed
    .filter(({ key }) => !proven.has(key))
    .map((date) => `The cited sections do not contain the date ${date.printed}.`)
})
