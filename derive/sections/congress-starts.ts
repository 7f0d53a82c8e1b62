import { groupHead, type OpenGroups, openGroup } from './heads/group-head.ts'
import { sectionHead } from './heads/section-head.ts'
import { headingOf } from './heads/section-heading.ts'
import { contentsLines } from './lines/contents-lines.ts'
import { quotedLines } from './lines/quoted-lines.ts'
import type { SectionStart } from './section-start.ts'

/** A group of Congress is printed with a dash after its number, or its line ends. */
const GROUP_LINE = /^\p{L}+ [\p{L}\d-]+\s*(?:—.*)?$/u

/**
 * Finds sections and groups of a text of Congress. Every head outside of quoted law and tables of contents begins
 * one, because the printer sets heads on lines of their own.
 */
export function congressStarts(lines: readonly string[]): readonly SectionStart[] {
  const isQuoted = quotedLines(lines)
  const contents = contentsLines(lines)
  const starts: SectionStart[] = []
  let open: OpenGroups = []
  for (const [line, words] of lines.entries()) {
    if (isQuoted[line] || contents.has(line)) continue
    const group = GROUP_LINE.test(words) ? groupHead(words) : null
    if (group !== null) {
      open = openGroup(open, group)
      const path = open.slice(0, -1).map(({ label }) => label)
      starts.push({ line, kind: 'group', number: group.label, heading: group.heading, path })
      continue
    }
    const head = sectionHead(words)
    if (head === null) continue
    const path = open.map(({ label }) => label)
    starts.push({
      line,
      kind: 'section',
      number: head.number.printed,
      heading: headingOf(head.rest),
      path,
    })
  }
  return starts
}
