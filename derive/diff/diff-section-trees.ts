import type { SectionTree } from '../sections/section-tree.ts'
import { type ComparedSection, readComparedSections } from './compared-sections.ts'
import { addedSection, diffSection, removedSection } from './diff-section.ts'
import { matchSections, type SectionPair } from './match-sections.ts'
import { increasingSubsequence } from './sequences/increasing-subsequence.ts'
import { createWorkLimit, type WorkLimit } from './sequences/work-limit.ts'
import { containment, shinglesOf } from './shingles.ts'
import type { DiffStats, SectionChange, VersionDiff } from './version-diff.ts'

/** A text that shares less with the shorter one is another text. */
const SHARED_MIN = 0.1

/** Compares the sections of two versions of a text, line by line and word by word. */
export function diffSectionTrees(
  from: SectionTree,
  to: SectionTree,
  limit: WorkLimit = createWorkLimit(),
): VersionDiff {
  const compared = readComparedSections(from, to)
  const pairs = matchSections(compared.from, compared.to).sort((a, b) => a.to.index - b.to.index)
  const sections = inReadingOrder(compared, pairs, limit)
  const stats = statsOf(compared, sections)
  return {
    identical: sections.every((section) => section.kind === 'unchanged'),
    complete_replacement: isReplacement(compared, stats),
    truncated: limit.is_reached,
    stats,
    sections,
  }
}

/**
 * Whether neither the kept words nor the stretches of words say that it is the same text. The stretches do not depend on
 * lines and sections, which the two documents may divide in different ways.
 */
function isReplacement({ from, to }: Compared, stats: DiffStats): boolean {
  const shorter = Math.min(wordsOf(from), wordsOf(to))
  if (shorter === 0 || wordsOf(from) - stats.words_removed >= SHARED_MIN * shorter) return false
  return containment(shinglesOf(from), shinglesOf(to)) < SHARED_MIN
}

type Compared = { readonly from: readonly ComparedSection[]; readonly to: readonly ComparedSection[] }

/** Sections of the newer text, each followed by the removed sections that followed it in the older text. */
function inReadingOrder(
  compared: Compared,
  pairs: readonly SectionPair[],
  limit: WorkLimit,
): SectionChange[] {
  const pairOf = new Map(pairs.map((pair) => [pair.to, pair]))
  const unmoved = new Set(increasingSubsequence(pairs.map((pair) => pair.from.index)).map((at) => pairs[at]))
  const kept = new Set(pairs.map((pair) => pair.from))
  const removedAfter = (index: number): SectionChange[] => {
    let end = index + 1
    while (end < compared.from.length && !kept.has(compared.from[end]!)) end += 1
    return compared.from.slice(index + 1, end).map(removedSection)
  }
  const sections = compared.to.flatMap((section) => {
    const pair = pairOf.get(section)
    if (pair === undefined) return [addedSection(section)]
    return [diffSection(pair, !unmoved.has(pair), limit), ...removedAfter(pair.from.index)]
  })
  return [...removedAfter(-1), ...sections]
}

function statsOf(compared: Compared, sections: readonly SectionChange[]): DiffStats {
  const count = (...kinds: SectionChange['kind'][]) =>
    sections.filter((section) => kinds.includes(section.kind)).length
  const sum = (member: 'words_added' | 'words_removed') =>
    sections.reduce((total, section) => total + section[member], 0)
  const words = wordsOf(compared.from)
  const words_removed = sum('words_removed')
  return {
    sections_added: count('added'),
    sections_removed: count('removed'),
    sections_changed: count('changed', 'replaced', 'renumbered'),
    sections_moved: sections.filter((section) => section.is_moved).length,
    words_added: sum('words_added'),
    words_removed,
    kept_share: words === 0 ? 1 : Math.round((10_000 * (words - words_removed)) / words) / 10_000,
  }
}

const wordsOf = (sections: readonly ComparedSection[]): number =>
  sections.reduce((sum, section) => sum + section.word_count, 0)
