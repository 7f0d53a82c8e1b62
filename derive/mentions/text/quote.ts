import type { Span } from './span.ts'

const MOST_CHARACTERS = 240
/** Characters before a dot that say if it ends a sentence. */
const LONGEST_ABBREVIATION = 24
const END = /[.;]\s|\s\/\s|\n/gu

/** The words around a mention: the part of the text between two ends of sentences or items, cut at spaces. */
export function quoteOf(text: string, { start, end }: Span): string {
  let from = 0
  let to = text.length
  for (const match of text.matchAll(END)) {
    const at = match.index
    // A dot of `H.R. 5` ends no sentence.
    if (
      match[0].startsWith('.') &&
      /(?:^|[\s(/,])(?:[A-Z]\.?)*[A-Za-z]$|\b(?:Res|Con|No|Nos|Inc|Corp|Dept)$/u.test(
        text.slice(Math.max(0, at - LONGEST_ABBREVIATION), at),
      )
    )
      continue
    if (at + match[0].length <= start) from = at + match[0].length
    else if (at >= end) {
      to = at + (match[0].startsWith('.') ? 1 : 0)
      break
    }
  }
  return cut(text, { from, to, start, end })
}

function cut(text: string, { from, to, start, end }: Span & { from: number; to: number }): string {
  if (to - from <= MOST_CHARACTERS) return text.slice(from, to).trim()
  const room = Math.max(0, MOST_CHARACTERS - (end - start))
  const first = Math.max(from, start - Math.floor(room / 3))
  const last = Math.min(to, first + MOST_CHARACTERS)
  const head = first === from ? first : text.indexOf(' ', first) + 1 || first
  const space = text.lastIndexOf(' ', last)
  const tail = last === to || space < end ? last : space
  return text.slice(wholeAt(text, Math.min(head, start)), wholeAt(text, Math.max(tail, end))).trim()
}

/** The place, or the one before it if it splits a character of two code units: Postgres refuses halves. */
const wholeAt = (text: string, at: number): number => ((text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at)
