import { alignLines } from './align-lines.ts'
import type { ComparedLine, ComparedSection } from './compared-sections.ts'
import { diffLine, type LineDiff, opsOfRuns } from './diff-line.ts'
import type { SectionPair } from './match-sections.ts'
import { sameWording } from './same-wording.ts'
import type { WorkLimit } from './sequences/work-limit.ts'
import type { DiffOp, SectionChange } from './version-diff.ts'

/** A section that keeps a smaller share of the words of the shorter one is shown as replaced. */
const KEPT_SHARE_MIN = 0.2

/** Compares a section with the section that it became. */
export function diffSection(pair: SectionPair, isMoved: boolean, limit: WorkLimit): SectionChange {
  const { from, to } = pair
  const named = { ...namesOf(from, to), is_moved: isMoved }
  if (from.content === to.content) {
    return {
      kind: isMoved ? 'moved' : 'unchanged',
      ...named,
      paragraphs: [],
      words_added: 0,
      words_removed: 0,
    }
  }
  const lines = alignLines(from.lines, to.lines, limit).map((line): LineDiff => {
    if (line.to === null) return { ops: opsOfRuns('delete', line.from.runs), words_kept: 0 }
    if (line.from === null) return { ops: opsOfRuns('insert', line.to.runs), words_kept: 0 }
    return diffLine(line.from, line.to, limit)
  })
  const kept = lines.reduce((sum, line) => sum + line.words_kept, 0)
  const inHeading = wordsOfSameHeading(pair)
  if (kept - inHeading < KEPT_SHARE_MIN * (Math.min(from.word_count, to.word_count) - inHeading)) {
    const paragraphs = [...opsOfLines('delete', from.lines), ...opsOfLines('insert', to.lines)]
    return { kind: 'replaced', ...named, paragraphs, ...wordCounts(from, to, 0) }
  }
  return {
    kind: isRenumbered(pair) ? 'renumbered' : 'changed',
    ...named,
    paragraphs: lines.map((line) => line.ops),
    ...wordCounts(from, to, kept),
  }
}

export const addedSection = (to: ComparedSection): SectionChange => ({
  kind: 'added',
  ...namesOf(null, to),
  is_moved: false,
  paragraphs: opsOfLines('insert', to.lines),
  words_added: to.word_count,
  words_removed: 0,
})

export const removedSection = (from: ComparedSection): SectionChange => ({
  kind: 'removed',
  ...namesOf(from, null),
  is_moved: false,
  paragraphs: opsOfLines('delete', from.lines),
  words_added: 0,
  words_removed: from.word_count,
})

const namesOf = (from: ComparedSection | null, to: ComparedSection | null) => ({
  from: from?.index ?? null,
  to: to?.index ?? null,
  from_number: from?.section.number ?? null,
  to_number: to?.section.number ?? null,
  heading: (to ?? from)?.section.heading ?? null,
})

const opsOfLines = (op: 'delete' | 'insert', lines: readonly ComparedLine[]): DiffOp[][] =>
  lines.map((line) => opsOfRuns(op, line.runs))

const wordCounts = (from: ComparedSection, to: ComparedSection, kept: number) => ({
  words_added: to.word_count - kept,
  words_removed: from.word_count - kept,
})

/**
 * Words of the first line if it is the same in both, other lines follow it, and it is a heading or a lead-in such as
 * `Section 2 is amended to read:`. It says little about what a section keeps.
 */
function wordsOfSameHeading({ from, to }: SectionPair): number {
  const [line, other] = [from.lines[0], to.lines[0]]
  if (line === undefined || from.lines.length < 2 || to.lines.length < 2 || line.id !== other?.id) return 0
  const isHeading = from.section.heading !== null || /[:—]\s*$/u.test(wordsIn(line))
  return isHeading ? line.word_ids.length : 0
}

const wordsIn = ({ runs }: ComparedLine): string => runs.map((run) => run.text).join('')

/** Whether only the number in the first line differs. */
function isRenumbered({ from, to }: SectionPair): boolean {
  if (from.section.number === null || to.section.number === null) return false
  if (from.section.number.toLowerCase() === to.section.number.toLowerCase()) return false
  const hasSameLines =
    from.lines.length === to.lines.length &&
    from.lines.every((line, place) => place === 0 || line.id === to.lines[place]!.id)
  return hasSameLines && sameWording(firstLineWithoutNumber(from), firstLineWithoutNumber(to))
}

const firstLineWithoutNumber = ({ section, lines }: ComparedSection): string =>
  (lines[0] === undefined ? '' : wordsIn(lines[0])).replace(section.number!, ' ')
