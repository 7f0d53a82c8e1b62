import { countedQuote, type Quote } from '../words/quote.ts'
import { type Span, within } from '../words/span.ts'
import { countWords } from '../words/wording.ts'

const HEAD = /^(?:new section\.?\s*)?\*?\s*(?:(?:section|sec\.?|§)\s*[\w.:–-]+?\.?(?=\s|$))\s*/iu

/** The first words of a section behind its number, with the number of all its words. */
export function sectionQuote(section: Span): Quote {
  const head = HEAD.exec(section.text)?.[0].length ?? 0
  const body = within(section, head, section.text.length)
  return countedQuote(countWords(body.text) === 0 ? section : body)
}
