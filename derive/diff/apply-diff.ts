import type { SectionTree } from '../sections/section-tree.ts'
import type { Run } from '../text/version-text.ts'
import { joinRuns } from './tokens.ts'
import type { DiffOp, SectionChange, VersionDiff } from './version-diff.ts'

/** The lines of one section, each as its runs. */
export type SectionLines = readonly (readonly Run[])[]

/**
 * Applies a diff to the older text and gives the lines of the sections of the newer one. The diff is of these two texts, so
 * nothing is lost: the result has every run of the newer text.
 */
export function applyDiff(from: SectionTree, diff: VersionDiff): SectionLines[] {
  return diff.sections
    .filter((section) => section.to !== null)
    .map((section) =>
      section.paragraphs.length === 0 ? linesOf(from, section) : linesOfOps(section.paragraphs, 'insert'),
    )
}

/** The lines that a list of changes has on one side: `delete` gives the older ones, `insert` the newer ones. */
export const linesOfOps = (
  paragraphs: SectionChange['paragraphs'],
  side: 'delete' | 'insert',
): SectionLines =>
  paragraphs
    .map((ops) => ops.filter(({ op }) => op === 'keep' || op === side))
    .filter((ops) => ops.length > 0)
    .map((ops) => joinRuns(ops.map(runOf)))

const runOf = ({ mark, text }: DiffOp): Run => ({ mark, text })

function linesOf(from: SectionTree, { from: index }: SectionChange): SectionLines {
  const paragraphs = index === null ? [] : (from.sections[index]?.paragraphs ?? [])
  return paragraphs.map(({ runs }) => joinRuns(runs))
}
