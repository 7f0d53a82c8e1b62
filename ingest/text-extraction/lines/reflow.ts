import { tidyLine } from './lines.ts'

/** Marks that always begin a paragraph: `SECTION 1.`, `Sec. 2`, `§ 3`, `12-301.`, a bullet. */
const BEGINS =
  /^(?:["“]?(?:SECTION|Section|ARTICLE|Article|CHAPTER|Chapter|TITLE|PART|WHEREAS|Whereas|RESOLVED|Resolved)\b|["“]?(?:SEC|Sec)\.|["“]?§|\*|•|\d+[A-Za-z]?(?:[-.:]\d+)+\.\s|\d{1,3}\.\s)/u
/** `(a)` also begins a paragraph, unless the sentence continues: `subdivisions (a) and`, `(b) of this section`. */
const ITEM = /^["“]?\((?:\d{1,3}|[a-z]{1,5}|[A-Z]{1,5})\)/u
const SENTENCE_ENDS = /(?:[.;:,—]|[;,] (?:and|or|and\/or|but))["”]?$/u
/** A line this long was broken by the margin and not by its author. */
const FULL = 0.7

/**
 * Joins lines that the margin has broken into paragraphs. Removes a hyphen at the margin if the word continues. Pure.
 */
export function reflow(pages: readonly (readonly string[])[]): string[] {
  const lines = pages
    .flat()
    .map(tidyLine)
    .filter((line) => line !== '')
  const margin = marginOf(lines)
  const paragraphs: string[] = []
  let lastLine = ''
  for (const line of lines) {
    const open = paragraphs.at(-1)
    if (open !== undefined && goesOn(lastLine, line, margin))
      paragraphs[paragraphs.length - 1] = join(open, line)
    else paragraphs.push(line)
    lastLine = line
  }
  return paragraphs
}

/** The length that nine of ten lines do not exceed. */
function marginOf(lines: readonly string[]): number {
  const lengths = lines.map((line) => line.length).toSorted((a, b) => a - b)
  return lengths[Math.floor(lengths.length * 0.9)] ?? 0
}

function goesOn(before: string, line: string, margin: number): boolean {
  if (BEGINS.test(line)) return false
  if (ITEM.test(line) && (SENTENCE_ENDS.test(before) || before.length < margin * FULL)) return false
  if (/\p{L}-$/u.test(before)) return true
  return before.length >= margin * FULL && isCapitals(before) === isCapitals(line)
}

/** A heading in capitals and the sentence below it are two lines. */
const isCapitals = (line: string): boolean => /\p{Lu}{3}/u.test(line) && !/\p{Ll}/u.test(line)

function join(before: string, line: string): string {
  const isWord = /(?:\p{Ll}-$)/u.test(before)
    ? /^\p{Ll}/u.test(line)
    : /\p{Lu}-$/u.test(before) && /^\p{Lu}/u.test(line)
  return isWord
    ? `${before.slice(0, -1)}${line}`
    : /\p{L}-$/u.test(before)
      ? `${before}${line}`
      : `${before} ${line}`
}
