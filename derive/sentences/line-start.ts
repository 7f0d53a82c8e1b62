/**
 * What a line begins with: `level` is the style of its number or letter, and `length` counts the characters before its
 * words.
 */
export type LineStart = { readonly level: Level | null; readonly length: number }
export type Level = 'section' | 'digit' | 'lower' | 'upper' | 'roman'

const SECTION =
  /^["“]?(?:\d{1,4}\s+)?(?:\*\s*)?(?:NEW SECTION\.?\s*)?(?:(?:SEC(?:TION|S)?\.?|§+|ARTICLE)\s*-?[\dIVX][\w:.-]*|\d+[A-Z]?(?:[-–.:]\d+[A-Z]?)+\.?(?=\s+\p{Lu}))(?:\s*\[[^\]]*\])?[.:—]?\s*/iu
const ENUMERATORS =
  /^["“‘]?(?:(?:\([A-Za-z0-9]{1,5}\)|\d{1,3}\.(?=\s+\p{Lu})|(?!(?:[HS]\.)\s?(?:R|J|Con|Res)\b)[A-Z]\.(?=\s?\p{Lu}[\p{Ll}\s]))\s*)+/u
/** `In general.—`, `{Title}`, `ADVERSE ACTIONS.(1)`, `Deadline. (a)`: a heading before the words of the same line. */
const CATCHLINE =
  /^(?:["“]?\p{Lu}[^.—]{0,100}\.—\s*|\{[^}]*\}\s*|\p{Lu}[\p{Lu}\d\s,;'’()-]{3,120}\.\s*(?=[\p{Lu}(])|\p{Lu}[^.:()]{2,90}\.\s+(?=\(\w{1,2}\)))/u

/** Finds the number, letters and heading that a line begins with. */
export function lineStart(line: string, heading: string | null): LineStart {
  let length = line.length - line.trimStart().length
  const take = (pattern: RegExp): string => {
    const found = pattern.exec(line.slice(length))?.[0] ?? ''
    length += found.length
    return found
  }
  const isSection = take(SECTION) !== ''
  if (heading !== null && heading !== '' && line.startsWith(heading, length)) {
    length += heading.length
    take(/^[.:—\s]+/u)
  }
  const enumerators = take(ENUMERATORS)
  take(CATCHLINE)
  const level = levelOf(enumerators) ?? (isSection ? 'section' : null)
  return { level, length: length + innerEnumerators(line.slice(length)) }
}

/** `In general.—(1) The Secretary`: a second number after the heading of the line. */
const innerEnumerators = (rest: string): number => ENUMERATORS.exec(rest)?.[0].length ?? 0

function levelOf(enumerators: string): Level | null {
  const first = /[A-Za-z0-9]+/u.exec(enumerators)?.[0]
  if (first === undefined) return null
  if (/^\d/u.test(first)) return 'digit'
  if (/^[ivx]{2,}$/u.test(first)) return 'roman'
  return first === first.toLowerCase() ? 'lower' : 'upper'
}
