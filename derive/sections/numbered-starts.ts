import { continuedHeads, type HeadLine } from './continued-heads.ts'
import { groupHead, type OpenGroups, openGroup } from './heads/group-head.ts'
import { sectionHead } from './heads/section-head.ts'
import { headingOf } from './heads/section-heading.ts'
import { enactingLine } from './lines/enacting-line.ts'
import type { SectionStart } from './section-start.ts'

/**
 * Finds the sections of a bill of a state by the order of their numbers. The first head after the enacting clause shows
 * how the bill prints its sections; heads that do not continue its numbers belong to law that the bill quotes.
 */
export function numberedStarts(lines: readonly string[]): readonly SectionStart[] {
  const heads = lines.flatMap((words, line): HeadLine[] => {
    const head = sectionHead(words)
    return head === null ? [] : [{ line, ...head }]
  })
  const chosen = continuedHeads(heads, enactingLine(lines) ?? 0)
  return withGroups(lines, chosen)
}

/** Words of a heading may follow the line of its group. */
const MOST_HEADING_LINES = 2

function withGroups(lines: readonly string[], heads: readonly HeadLine[]): SectionStart[] {
  const starts: SectionStart[] = []
  let open: OpenGroups = []
  let before = -1
  for (const { line, number, rest } of heads) {
    for (const at of groupLinesBetween(lines, before, line)) {
      const group = groupHead(lines[at]!)!
      open = openGroup(open, group)
      const heading = group.heading ?? headingBelow(lines, at, line)
      const path = open.slice(0, -1).map(({ label }) => label)
      starts.push({ line: at, kind: 'group', number: group.label, heading, path })
    }
    const path = open.map(({ label }) => label)
    starts.push({ line, kind: 'section', number: number.printed, heading: headingOf(rest), path })
    before = line
  }
  return starts
}

/** A group of the bill is directly above its first section. Other groups belong to law that the bill quotes. */
function groupLinesBetween(lines: readonly string[], before: number, section: number): number[] {
  const found: number[] = []
  let others = 0
  for (let line = section - 1; line > before; line -= 1) {
    if (groupHead(lines[line]!) !== null) {
      found.unshift(line)
      others = 0
    } else if (isHeading(lines[line]!) && others < MOST_HEADING_LINES) others += 1
    else break
  }
  return found
}

const isHeading = (line: string): boolean => /\p{Lu}{3}/u.test(line) && !/[\p{Ll}.:;]/u.test(line)

function headingBelow(lines: readonly string[], group: number, section: number): string | null {
  const below: string[] = []
  for (let line = group + 1; line < section && groupHead(lines[line]!) === null; line += 1) {
    below.push(lines[line]!)
  }
  return below.length === 0 ? null : below.join(' ')
}
