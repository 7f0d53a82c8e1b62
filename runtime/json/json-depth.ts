import { hasMoreThan } from './count-marks.ts'

/** Counts brackets alone, even those in strings: an upper bound of the depth, and nearly always small. */
export const opensMoreThan = (most: number, text: string): boolean => hasMoreThan(most, ['{', '['], text)

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/**
 * True if objects and lists are nested deeper than the limit. It reads the text and builds nothing: a parser allocates
 * 90 bytes for each byte of `[[[[` before it finds that the text is not JSON.
 */
export function isDeeperThan(levels: number, text: string): boolean {
  if (!opensMoreThan(levels, text)) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > levels) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

/** The index of the quote that ends a string, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
  }
}

/** True if an object or a list is at this depth. It recurses no deeper and allocates nothing. */
export function isNestedBelow(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++)
      if (isNestedBelow(levels - 1, value[index])) return true
    return false
  }
  const members = value as Record<string, unknown>
  for (const name in members) if (isNestedBelow(levels - 1, members[name])) return true
  return false
}

/** The path of the first value at this depth; undefined if there is none. */
export function pathBelow(levels: number, value: unknown): string | undefined {
  if (!isNestedBelow(levels, value)) return undefined
  if (levels === 0) return ''
  const [name, inner] = Object.entries(value as object).find((entry) => isNestedBelow(levels - 1, entry[1]))!
  return `/${name}${pathBelow(levels - 1, inner)}`
}
