import { type Span, within } from '../words/span.ts'

const END = /[.;:—](?=\s|$)/gu
const LEAD_WORDS = 5

/** The sentence of a line in which a span stands. */
export function sentenceAround(line: Span | null, span: Span | null): string {
  if (line === null || span === null) return ''
  const start = span.start - line.start
  const end = span.end - line.start
  const ends = [...line.text.matchAll(END)].map(({ index }) => index + 1)
  const from = ends.findLast((place) => place <= start) ?? 0
  const to = ends.find((place) => place > end) ?? line.text.length
  return line.text.slice(from, Math.max(to, end)).trim()
}

/** The kept words before a span, or null if it starts its line. They are at most five and of one sentence. */
export function leadOf(line: Span | null, span: Span): Span | null {
  if (line === null) return null
  const before = line.text.slice(0, span.start - line.start).trimEnd()
  const words = [...before.matchAll(/\S+/gu)]
  const first = words.at(-LEAD_WORDS) ?? words[0]
  if (first === undefined || !/[\p{L}\p{N}]/u.test(before)) return null
  return within(line, first.index, before.length)
}
