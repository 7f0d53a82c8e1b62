import { type Span, trimmed, within } from './span.ts'
import { countWords } from './wording.ts'

/** Words of a text in a sentence. `span` is exact; `printed` is in quotation marks, on one line. */
export type Quote = { readonly span: Span; readonly printed: string; readonly is_whole: boolean }

const WORDS_MAX = 25
const WORDS_BEFORE_FOCUS = 6

/** Quotes the whole span if it is short, else its first words, or the words around the first match of `focus`. */
export function quote(given: Span, focus?: RegExp): Quote {
  const span = trimmed(given)
  const words = [...span.text.matchAll(/\S+/gu)]
  const from = firstWord(span.text, words, focus)
  const last = words[Math.min(from + WORDS_MAX, words.length) - 1]
  if (last === undefined) return { span, printed: '“”', is_whole: true }
  const part = within(span, words[from]!.index, last.index + last[0].length)
  const head = part.start > span.start ? '… ' : ''
  const tail = part.end < span.end ? ' …' : ''
  const is_whole = head === '' && tail === ''
  return { span: part, printed: `“${head}${part.text.replace(/\s+/gu, ' ')}${tail}”`, is_whole }
}

function firstWord(text: string, words: readonly RegExpExecArray[], focus: RegExp | undefined): number {
  const at = words.length <= WORDS_MAX || focus === undefined ? 0 : Math.max(0, text.search(focus))
  const word = words.findLastIndex(({ index }) => index <= at)
  return word + WORDS_BEFORE_FOCUS < WORDS_MAX
    ? 0
    : Math.min(word - WORDS_BEFORE_FOCUS, words.length - WORDS_MAX)
}

/** The quote with the number of words of the span if it leaves some out. */
export function countedQuote(span: Span, focus?: RegExp): Quote {
  const found = quote(span, focus)
  const count = found.is_whole ? '' : ` (${countWords(span.text)} words)`
  return { ...found, printed: `${found.printed}${count}` }
}

/** Quotes words from the place where they stand as law, or as given if no text has them as law. */
export function quotedWords(words: string, place: Span | null): { quote: string; span: Span | null } {
  const { printed, span } = countedQuote(place ?? { start: 0, end: words.length, text: words })
  return { quote: printed, span: place === null ? null : span }
}
