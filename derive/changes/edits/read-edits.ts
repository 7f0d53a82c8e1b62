import type { DiffOp, SectionChange, VersionDiff } from '../../diff/version-diff.ts'
import type { Paragraph, SectionTree } from '../../sections/section-tree.ts'
import { type Span, spanOf } from '../words/span.ts'
import type { Edit } from './edit.ts'
import { isLabelAlone } from './labels.ts'

/** The stored text of one version, by sections. */
export type SectionedText = { readonly text: string; readonly tree: SectionTree }

/** Finds where the words that differ stand in the two stored texts. */
export function readEdits(diff: VersionDiff, from: SectionedText, to: SectionedText): Edit[] {
  return diff.sections.flatMap((change) => editsOfSection(change, from, to))
}

function editsOfSection(change: SectionChange, from: SectionedText, to: SectionedText): Edit[] {
  const older = placeIn(from, change.from)
  const newer = placeIn(to, change.to)
  let adjoins = false
  return change.paragraphs.flatMap((ops) => {
    const from_line = ops.length === 0 || ops.some(({ op }) => op !== 'insert') ? older.nextLine() : null
    const to_line = ops.length === 0 || ops.some(({ op }) => op !== 'delete') ? newer.nextLine() : null
    const edits = editsOfLine(ops, { change, from_line, to_line, from, to, adjoins })
    adjoins = adjoinsNext(ops, adjoins)
    return edits
  })
}

const isKeptWord = ({ op, text }: DiffOp): boolean => op === 'keep' && /[\p{L}\p{N}]/u.test(text)

/** Whether an edit precedes the end of the line without a kept word between. */
function adjoinsNext(ops: readonly DiffOp[], before: boolean): boolean {
  const last = ops.findLast((op) => op.op !== 'keep' || isKeptWord(op))
  return last === undefined ? before : last.op !== 'keep'
}

/** Reads the lines of a section in order. */
function placeIn({ text, tree }: SectionedText, section: number | null) {
  const paragraphs: readonly Paragraph[] = section === null ? [] : tree.sections[section]!.paragraphs
  let next = 0
  return {
    nextLine(): Span | null {
      const line = paragraphs[next]
      next += 1
      return line === undefined ? null : spanOf(text, line.start, line.end)
    },
  }
}

type Line = {
  readonly change: SectionChange
  readonly from_line: Span | null
  readonly to_line: Span | null
  readonly from: SectionedText
  readonly to: SectionedText
  readonly adjoins: boolean
}

function editsOfLine(
  ops: readonly DiffOp[],
  { change, from_line, to_line, from, to, ...line }: Line,
): Edit[] {
  const edits: Edit[] = []
  const keepsWords = ops.some(isKeptWord)
  let { adjoins } = line
  let older = from_line?.start ?? 0
  let newer = to_line?.start ?? 0
  const groups = groupsOf(ops)
  for (const group of groups) {
    const deleted = lawOf(group, 'insert').length
    const inserted = lawOf(group, 'delete').length
    if (group[0]!.op !== 'keep') {
      edits.push({
        change,
        before: deleted === 0 ? null : spanOf(from.text, older, older + deleted),
        after: inserted === 0 ? null : spanOf(to.text, newer, newer + inserted),
        struck_before: struckOf(group, 'delete'),
        struck_after: struckOf(group, 'insert'),
        from_line: keepsWords ? from_line : null,
        to_line: keepsWords ? to_line : null,
        whole_lines: !keepsWords,
        adjoins,
      })
      adjoins = true
    } else if (group.some(isKeptWord) && !(group === groups[0] && isLabelAlone(textOf(group))))
      adjoins = false
    older += deleted
    newer += inserted
  }
  return edits
}

/** Kept words, then words that differ, in turn. */
function groupsOf(ops: readonly DiffOp[]): DiffOp[][] {
  const groups: DiffOp[][] = []
  for (const op of ops) {
    const last = groups.at(-1)
    if (last !== undefined && (last[0]!.op === 'keep') === (op.op === 'keep')) last.push(op)
    else groups.push([op])
  }
  return groups
}

/** The words of the law in a group, without those that only the other text has. */
const lawOf = (group: readonly DiffOp[], other: DiffOp['op']): string =>
  textOf(group.filter(({ op, mark }) => op !== other && mark !== 'struck'))

const struckOf = (group: readonly DiffOp[], op: DiffOp['op']): string =>
  textOf(group.filter((item) => item.op === op && item.mark === 'struck'))

const textOf = (ops: readonly DiffOp[]): string => ops.map(({ text }) => text).join('')
