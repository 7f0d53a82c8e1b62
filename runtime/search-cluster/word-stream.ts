import { readTokens, type Token } from '../words/tokens.ts'

/** Stands for a small word, so that a phrase keeps its distances. No form of a word is the same. */
const SMALL_WORD = '_'
/** Between two texts, so that no phrase spans both. */
const APART = ` ${SMALL_WORD.repeat(1)}`.repeat(10)

/**
 * The forms of the words of texts in their order, one for each position. Words that hyphens join stand at the end, each
 * apart, because a position has one word here.
 */
export function wordStream(texts: readonly string[]): string {
  const streams: string[] = []
  const joined = new Set<string>()
  for (const text of texts) {
    const forms: string[] = []
    readTokens(text, ({ form, position, joins }: Token) => {
      if (joins > 1) joined.add(form)
      else {
        while (forms.length < position - 1) forms.push(SMALL_WORD)
        forms.push(form)
      }
      return true
    })
    if (forms.length > 0) streams.push(forms.join(' '))
  }
  return [...streams, ...joined].join(`${APART} `)
}
