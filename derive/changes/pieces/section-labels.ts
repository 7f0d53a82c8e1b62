import type { Section } from '../../sections/section-tree.ts'
import type { SectionedText } from '../edits/read-edits.ts'

/** Names the sections of a text as sentences do: `Section 3`, or `Section 3 of TITLE I` if there are several. */
export function sectionLabels({ text, tree: { sections } }: SectionedText): string[] {
  const seen = new Map<string, number>()
  for (const { kind, number } of sections) {
    if (kind === 'section' && number !== null) seen.set(number, (seen.get(number) ?? 0) + 1)
  }
  return sections.map((section) => {
    if (section.kind === 'front') return sections.length === 1 ? 'The text' : frontLabel(text, section)
    return labelOf(section, (seen.get(section.number ?? '') ?? 0) > 1)
  })
}

const frontLabel = (text: string, { start, end }: Section): string =>
  /^\W*whereas\b/imu.test(text.slice(start, end)) ? 'The preamble' : 'The title'

function labelOf({ kind, number, heading, path }: Section, isRepeated: boolean): string {
  if (kind === 'back') return 'The end'
  if (kind === 'group' || number === null) return heading === null ? 'The text' : `“${shortened(heading)}”`
  const group = isRepeated ? path.at(-1) : undefined
  return group === undefined ? `Section ${number}` : `Section ${number} of ${shortened(group)}`
}

/** A label that follows other words in a sentence. */
export const inSentence = (label: string): string =>
  label.startsWith('Section ') || label.startsWith('The ')
    ? `${label[0]!.toLowerCase()}${label.slice(1)}`
    : label

const HEADING_MAX = 60
const shortened = (heading: string): string =>
  heading.length <= HEADING_MAX ? heading : `${heading.slice(0, HEADING_MAX).replace(/\s\S*$/u, '')} …`
