import { hasMoreThan } from './count-marks.ts'

/** By its brackets alone, those in texts too: never less than there are, and nearly always few. */
export const opensMoreThan = (most: number, text: string): boolean => hasMoreThan(most, ['{', '['], text)

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/**
 * Whether objects and lists are nested deeper than so many levels. It reads the text and builds nothing: a parser makes
 * something of each level before it finds that the text is no JSON, 90 bytes for each byte of `[[[[`.
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

/** The place of the quote that ends a string, or the end of a text that lacks it. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
  }
}

/** Whether an object or a list lies so many levels deep. Calls itself no further than that, and makes nothing on its way. */
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

/** The path of the first that lies so deep; undefined where none does. */
export function pathBelow(levels: number, value: unknown): string | undefined {
  if (!isNestedBelow(levels, value)) return undefined
  if (levels === 0) return ''
  const [name, inner] = Object.entries(value as object).find((entry) => isNestedBelow(levels - 1, entry[1]))!
  return `/${name}${pathBelow(levels - 1, inner)}`
}
