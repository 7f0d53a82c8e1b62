import { groupHead } from '../heads/group-head.ts'
import { sectionHead } from '../heads/section-head.ts'

const ANNOUNCED = /table of contents/iu

/**
 * Gives the lines of tables of contents. A table follows a line that announces it, has only heads of sections and
 * groups, and ends before the first head that it lists, because there the sections begin.
 */
export function contentsLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let index = 0; index < lines.length; index += 1) {
    if (!ANNOUNCED.test(lines[index]!)) continue
    const end = endOfContents(lines, index + 1)
    // One head after such a line is a section, not a table.
    if (end - index < 3) continue
    for (let line = index + 1; line < end; line += 1) found.add(line)
    index = end - 1
  }
  return found
}

function endOfContents(lines: readonly string[], start: number): number {
  const seen = new Set<string>()
  let end = start
  while (end < lines.length && isHead(lines[end]!)) {
    const key = keyOf(lines[end]!)
    if (seen.has(key)) return withGroupsThatRepeat(lines, start, end)
    seen.add(key)
    end += 1
  }
  return withoutLastSection(lines, start, end)
}

const isHead = (line: string): boolean => sectionHead(line) !== null || groupHead(line) !== null

const keyOf = (line: string): string => line.toLowerCase().replace(/[.\s]+$/u, '')

/** A table does not end with a title: that title is the first of the text. */
function withoutGroups(lines: readonly string[], start: number, end: number): number {
  let last = end
  while (last > start && groupHead(lines[last - 1]!) !== null) last -= 1
  return last
}

/** A table that ends with groups, such as divisions without their sections, goes on as far as one of them stands again in the text. */
function withGroupsThatRepeat(lines: readonly string[], start: number, end: number): number {
  const first = withoutGroups(lines, start, end)
  if (first === end) return end
  const heads = new Set(lines.slice(end).filter(isHead).map(keyOf))
  const last = lines.slice(first, end).findLastIndex((line) => heads.has(keyOf(line)))
  return first + last + 1
}

/** If nothing repeats, the last head has the text that follows it. */
function withoutLastSection(lines: readonly string[], start: number, end: number): number {
  return end === lines.length ? end : withoutGroups(lines, start, Math.max(start, end - 1))
}
