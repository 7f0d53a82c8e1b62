/** A part of a text by its offsets in UTF-16 units. */
export type Span = { readonly start: number; readonly end: number }

/** A possible end: the mark, closing quotes and brackets, then the first character of the next sentence. */
const END = /[.!?]["”’')\]]*(?=\s+["“([§$]?[\p{Lu}\d])/gu
/** Dots after these do not end a sentence. Single letters and initials such as `U.S.C.` are found by their shape. */
const ABBREVIATED =
  /(?:^|[\s(“‘"])(?:No|Nos|Sec|Secs|Stat|Art|Ch|Chap|Rev|Pub|Sub|Subd|Par|Cl|Fed|Reg|Con|Res|Mr|Mrs|Ms|Dr|Jr|Sr|Rep|Sen|Gov|Gen|Hon|Inc|Co|Corp|Ltd|Dept|St|Ave|vs?|etc|et al|e\.g|i\.e|approx|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.$/iu
const INITIALS = /(?:^|[\s(“‘"§])(?:\p{L}\.)+$/u

/** Divides a line into its sentences, without the spaces between them. No character but spaces is left out. */
export function sentenceSpans(line: string): Span[] {
  const spans: Span[] = []
  let start = line.length - line.trimStart().length
  for (const match of line.matchAll(END)) {
    const end = match.index + match[0].length
    const before = line.slice(start, match.index + 1)
    if (match[0].startsWith('.') && isAbbreviation(before)) continue
    spans.push({ start, end })
    start = end + (line.slice(end).length - line.slice(end).trimStart().length)
  }
  const end = line.trimEnd().length
  return start < end ? [...spans, { start, end }] : spans
}

const isAbbreviation = (before: string): boolean => {
  const last = before.slice(-24)
  return ABBREVIATED.test(last) || INITIALS.test(last)
}
