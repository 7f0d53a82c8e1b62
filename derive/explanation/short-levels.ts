import type { Sentence } from '../sentences/sentence.ts'
import { sentenceSpans } from '../sentences/sentence-spans.ts'
import type { BillFacts } from '../summary/bill-facts.ts'
import { plainWords } from '../summary/plain-words.ts'
import type { Citation, Summary } from '../summary/summary.ts'
import { cutWords, wordCount } from './cut-words.ts'
import type { ExplanationSentence } from './explanation.ts'

const HEADLINE_WORDS = 25
export const BRIEF_WORDS = 80

/** The bill in one sentence: its title, or the start of its digest if the title is only a code such as `CRIM-TECH`. */
export function headline(facts: BillFacts, summary: Summary): ExplanationSentence[] {
  const title = plainWords(facts.title)
  const isCode = wordCount(title) < 8 && title === title.toUpperCase() && summary.method === 'official'
  const words = isCode || title === '' ? summary.text : title
  if (words === '') return []
  const named = facts.identifier === '' ? words : `${facts.identifier}: ${words}`
  return [{ text: cutWords(named, HEADLINE_WORDS), section: null, citations: [] }]
}

/** The summary in few words, and when the law takes effect. */
export function brief(
  summary: Summary,
  effective: Sentence | undefined,
  cite: (sentence: Sentence) => Citation,
): ExplanationSentence[] {
  const sentences = briefSummary(summary, BRIEF_WORDS)
  const taken = sentences.reduce((sum, { text }) => sum + wordCount(text), 0)
  if (effective === undefined || taken + wordCount(effective.words) > BRIEF_WORDS) return sentences
  const citation = cite(effective)
  if (sentences.some(({ citations }) => citations.some(({ start }) => start === citation.start)))
    return sentences
  return [...sentences, { text: effective.words, section: citation.section, citations: [citation] }]
}

/** The sentences of the summary that fit into a number of words. */
export function briefSummary({ text, method, citations }: Summary, most: number): ExplanationSentence[] {
  const pieces: ExplanationSentence[] =
    method === 'extractive'
      ? citations.map((citation) => ({
          text: citation.quote.replace(/\s+/gu, ' ').trim(),
          section: citation.section,
          citations: [citation],
        }))
      : sentenceSpans(text).map(({ start, end }) => ({
          text: text.slice(start, end),
          section: null,
          citations: [],
        }))
  return withinWords(pieces, most)
}

/** The first sentences that fit. If the first alone is too long, it is cut. */
function withinWords(sentences: readonly ExplanationSentence[], most: number): ExplanationSentence[] {
  const kept: ExplanationSentence[] = []
  let words = 0
  for (const sentence of sentences) {
    words += wordCount(sentence.text)
    if (words > most) break
    kept.push(sentence)
  }
  const [first] = sentences
  return kept.length > 0 || first === undefined ? kept : [{ ...first, text: cutWords(first.text, most) }]
}
