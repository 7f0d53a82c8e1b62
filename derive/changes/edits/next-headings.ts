import type { SectionChange, VersionDiff } from '../../diff/version-diff.ts'
import type { SectionTree } from '../../sections/section-tree.ts'
import type { Edit } from './edit.ts'
import type { SectionedText } from './read-edits.ts'

const CHARACTERS_OF_A_HEADING = 160
const ENDS_A_SENTENCE = /[.;:,—–)”"]\s*$/u

/**
 * A heading that stands before a new section, or before one that is removed, belongs to it. The section before it ends there, because
 * sections begin with their number.
 */
export function withHeadingsOfNext(
  edits: readonly Edit[],
  diff: VersionDiff,
  { from, to }: { readonly from: SectionedText; readonly to: SectionedText },
): Edit[] {
  const added = new Map(
    diff.sections.flatMap((change) => (isOnly(change, 'added') ? [[change.to!, change] as const] : [])),
  )
  const removed = new Map(
    diff.sections.flatMap((change) => (isOnly(change, 'removed') ? [[change.from!, change] as const] : [])),
  )
  return edits.map((edit) => {
    const { change, before, after, whole_lines } = edit
    if (!whole_lines) return edit
    const isNew = before === null && after !== null && change.to !== null
    const isOld = after === null && before !== null && change.from !== null
    const next = isNew ? added.get(change.to! + 1) : isOld ? removed.get(change.from! + 1) : undefined
    if (next === undefined) return edit
    const span = (after ?? before)!
    const isHeading = span.text.length <= CHARACTERS_OF_A_HEADING && !ENDS_A_SENTENCE.test(span.text)
    const isLast = isNew
      ? endsSection(to.tree, change.to!, span.end)
      : endsSection(from.tree, change.from!, span.end)
    return isHeading && isLast ? { ...edit, change: next, adjoins: false } : edit
  })
}

const isOnly = ({ kind }: SectionChange, wanted: SectionChange['kind']): boolean => kind === wanted

const endsSection = ({ sections }: SectionTree, place: number, end: number): boolean =>
  sections[place]!.paragraphs.findLast((paragraph) => paragraph.end > paragraph.start)?.end === end
