import { sentenceRule } from '../grounding/rule.ts'
import { measuresOf } from '../values/measures.ts'

/** Every amount, percentage and period of a sentence occurs in a section that the sentence cites, with its unit. */
export const measures = sentenceRule('measures', (sentence, bill) => {
  const printed = measuresOf(sentence.text)
  if (printed.length === 0) return []
  const proven = new Set(measuresOf(bill.cited(sentence)).map(({ key }) => key))
  return printed
    .filter(({ key }) => !proven.has(key))
    .map((measure) => `The cited sections do not say ${measure.printed}.`)
})
