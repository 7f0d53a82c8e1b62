import { parseSections } from '../sections/parse-sections.ts'
import type { VersionText } from '../text/version-text.ts'
import { diffSectionTrees } from './diff-section-trees.ts'
import type { VersionDiff } from './version-diff.ts'

/**
 * Compares two versions of a text: their sections, the lines of each section, and the words of each line. Sections are
 * matched by their words, then by number and heading, then by the overlap of their shingles.
 *
 * `applyDiff` gives the newer text from the older one and the diff. The work is limited in steps: a limit that is reached
 * makes the diff coarser (`truncated`), and the same texts always give the same diff.
 */
export const diffTexts = (from: VersionText, to: VersionText): VersionDiff =>
  diffSectionTrees(parseSections(from), parseSections(to))
