import type { Section, SectionTree } from '../../sections/section-tree.ts'
import type { VersionText } from '../../text/version-text.ts'
import type { NumberedSection } from './numbered-section.ts'
import { withoutOrders } from './without-orders.ts'

/** The sections of a text that have words, in order. The same text gives the same ids. */
export function numberSections(version: VersionText, tree: SectionTree): readonly NumberedSection[] {
  return tree.sections
    .map((section) => ({ section, text: version.text.slice(section.start, section.end) }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ section, text }, index) => ({
      id: `s${index + 1}`,
      label: labelOf(section),
      start: section.start,
      text,
      law: withoutOrders(text),
    }))
}

const labelOf = ({ number, heading }: Section): string | null => number ?? heading
