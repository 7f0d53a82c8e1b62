import type { SectionChange, VersionDiff } from '../../../derive/diff/version-diff.ts'
import { sectionOps } from '../../../derive/diff-formats/section-ops.ts'

/** A diff as the API shows it. After `bytes_max` bytes of ops, the ops of further sections are null. */
export function shownDiff(diff: VersionDiff, bytes_max: number) {
  const { identical, complete_replacement, truncated, stats } = diff
  let used = 0
  const sections = diff.sections.map((section) => {
    const ops = sectionOps(section)
    used += ops.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(ops))
    return { ...namesOf(section), ops: used > bytes_max ? null : ops }
  })
  const ops_omitted = sections.some(({ ops }) => ops === null)
  return { identical, complete_replacement, truncated, ops_omitted, stats, sections }
}

function namesOf(section: SectionChange) {
  const { kind, from_number, to_number, heading, is_moved, words_added, words_removed } = section
  return { kind, from_number, to_number, heading, is_moved, words_added, words_removed }
}
