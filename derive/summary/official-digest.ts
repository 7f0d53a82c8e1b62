import { sentenceSpans } from '../sentences/sentence-spans.ts'
import type { BillFacts } from './bill-facts.ts'
import { plainWords } from './plain-words.ts'

export type Digest = { readonly text: string; readonly note: string }

const MOST_CHARACTERS = 1_500
const FEWEST_WORDS = 4
const EMPTY =
  /^(?:n\/?a|none|no (?:summary|abstract|synopsis|digest|description)\b.*|not (?:yet )?available\b.*|(?:see|refer to) (?:the )?(?:bill|full text)\b.*|summary (?:is )?(?:pending|not available)\b.*|(?:reserved|placeholder|shell bill)\b.{0,20})\.?$/iu

/** How far the bill had come when the digest was written, by the words of its note. */
const STAGES = [
  /introduced|original|prefiled/iu,
  /reported|committee/iu,
  /passed|engrossed/iu,
  /enrolled|enacted|public law|signed|chaptered|final/iu,
]

/**
 * Chooses the digest that the source wrote about the bill: that of the latest stage, and of equal ones the longest.
 * A digest that only repeats the title is none.
 */
export function officialDigest({ title, abstracts }: Pick<BillFacts, 'title' | 'abstracts'>): Digest | null {
  const digests = abstracts
    .map(({ abstract, note }) => ({ text: plainWords(abstract), note: note.trim() }))
    .filter(({ text }) => saysMore(text, title))
  const [best] = digests.toSorted((a, b) => stageOf(b) - stageOf(a) || b.text.length - a.text.length)
  return best === undefined ? null : { text: shortened(best.text, MOST_CHARACTERS), note: best.note }
}

const stageOf = ({ note }: Digest): number => STAGES.findLastIndex((pattern) => pattern.test(note))
const lettersOf = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

function saysMore(text: string, title: string): boolean {
  if (text.split(' ').length < FEWEST_WORDS || EMPTY.test(text)) return false
  return !lettersOf(plainWords(title)).includes(lettersOf(text))
}

/** Whole sentences up to a number of characters; at least one, which is cut between words if it is longer. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const end = sentenceSpans(text).findLast((span) => span.end <= most)?.end
  if (end !== undefined) return text.slice(0, end)
  return `${text.slice(0, text.lastIndexOf(' ', most - 1)).replace(/[\s,;:—–-]+$/u, '')}…`
}
