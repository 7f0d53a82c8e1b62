import { findQuote } from '../grounding/find-quote.ts'
import { sentenceRule } from '../grounding/rule.ts'
import { plainWordsOf } from '../values/plain-words.ts'

/** A shorter quote proves nothing. */
const MIN_WORDS = 3

/** Every sentence cites a section, and every quote stands in the section that it cites. */
export const quotes = sentenceRule('quotes', ({ citations }, bill) => {
  if (citations.length === 0) return ['It cites no section.']
  return citations.flatMap(({ section: id, quote }) => {
    const section = bill.section(id)
    if (section === undefined) return [`There is no section ${id}.`]
    if (plainWordsOf(quote).length < MIN_WORDS)
      return [`The quote "${quote}" has fewer than ${MIN_WORDS} words.`]
    return findQuote(section.law, quote) === undefined
      ? [`Section ${id} does not contain the words "${quote}".`]
      : []
  })
})
