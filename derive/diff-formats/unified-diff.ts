import { formatPatch, type StructuredPatch } from 'diff'
import type { SectionChange, VersionDiff } from '../diff/version-diff.ts'
import type { SectionTree } from '../sections/section-tree.ts'
import type { Run } from '../text/version-text.ts'

type EditLine = { readonly sign: ' ' | '-' | '+'; readonly text: string }
type Hunk = StructuredPatch['hunks'][number]

/** Equal lines that stand before and after a change. */
const CONTEXT = 3

/**
 * Gives the diff of two stored texts by lines, in the unified format. Each line ends with a line feed, the last one too. A
 * section that moved is deleted at its old place and inserted at its new one. Struck words are no part of stored texts.
 */
export function unifiedDiff(
  texts: { readonly from: SectionTree; readonly to: SectionTree },
  diff: VersionDiff,
  names: { readonly from: string; readonly to: string },
): string {
  const hunks = hunksOf(editLines(texts, diff))
  if (hunks.length === 0) return ''
  return formatPatch({
    oldFileName: names.from,
    newFileName: names.to,
    oldHeader: undefined,
    newHeader: undefined,
    hunks,
  })
}

function editLines(
  texts: { readonly from: SectionTree; readonly to: SectionTree },
  diff: VersionDiff,
): EditLine[] {
  const edits: EditLine[] = []
  const add = (sign: EditLine['sign'], { sections }: SectionTree, index: number) => {
    for (const { runs } of sections[index]?.paragraphs ?? []) {
      const text = storedLine(runs)
      if (text !== null) edits.push({ sign, text })
    }
  }
  let next = 0
  const deleteUpTo = (end: number) => {
    while (next < end) add('-', texts.from, next++)
  }
  for (const section of diff.sections) {
    if (section.to === null) continue
    if (section.from === null || section.is_moved) {
      add('+', texts.to, section.to)
      continue
    }
    deleteUpTo(section.from)
    next += 1
    if (section.paragraphs.length === 0) add(' ', texts.from, section.from)
    else edits.push(...section.paragraphs.flatMap(linesOfChange))
  }
  deleteUpTo(texts.from.sections.length)
  return edits
}

function linesOfChange(ops: SectionChange['paragraphs'][number]): EditLine[] {
  const lineOf = (side: 'delete' | 'insert') => {
    const runs = ops.filter(({ op }) => op === 'keep' || op === side)
    return runs.length === 0 ? null : storedLine(runs)
  }
  const [before, after] = [lineOf('delete'), lineOf('insert')]
  if (before !== null && before === after) return [{ sign: ' ', text: before }]
  return [
    ...(before === null ? [] : [{ sign: '-', text: before } as const]),
    ...(after === null ? [] : [{ sign: '+', text: after } as const]),
  ]
}

/** The line as it is stored; null if it is struck whole, since a stored text has no such line. */
function storedLine(runs: readonly Run[]): string | null {
  const words = runs.filter((run) => run.text !== '')
  if (words.length > 0 && words.every((run) => run.mark === 'struck')) return null
  return words.map((run) => (run.mark === 'struck' ? '' : run.text)).join('')
}

function hunksOf(edits: readonly EditLine[]): Hunk[] {
  const hunks: Hunk[] = []
  let [oldLine, newLine] = [1, 1]
  let end = 0
  const count = (lines: readonly EditLine[], sign: '-' | '+') =>
    lines.filter((line) => line.sign !== sign).length
  for (let at = 0; at < edits.length; at += 1) {
    if (edits[at]!.sign === ' ') continue
    const start = Math.max(end, at - CONTEXT)
    let last = at
    for (let look = at; look < edits.length && look <= last + 2 * CONTEXT; look += 1) {
      if (edits[look]!.sign !== ' ') last = look
    }
    const skipped = edits.slice(end, start)
    oldLine += count(skipped, '+')
    newLine += count(skipped, '-')
    end = Math.min(edits.length, last + 1 + CONTEXT)
    const lines = edits.slice(start, end)
    const [oldLines, newLines] = [count(lines, '+'), count(lines, '-')]
    hunks.push({
      // The format counts from the line before if a side has no lines.
      oldStart: oldLine,
      oldLines,
      newStart: newLine,
      newLines,
      lines: lines.map(({ sign, text }) => sign + text),
    })
    oldLine += oldLines
    newLine += newLines
    at = end - 1
  }
  return hunks
}
