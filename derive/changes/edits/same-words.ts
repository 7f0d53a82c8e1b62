import { wordingOf } from '../../diff/same-wording.ts'
import type { Span } from '../words/span.ts'
import type { Edit } from './edit.ts'
import { withoutConnective, withoutLabel } from './labels.ts'
import type { SectionedText } from './read-edits.ts'
import { withoutTitleHead } from './title-heads.ts'
import { withWordsAcrossLines } from './words-across-lines.ts'

const LETTERS_OF_A_MOVED_LINE = 20

type Texts = { readonly from: SectionedText; readonly to: SectionedText }

/** Leaves out edits that change no word: other printing, lines that are split otherwise, lines at another place. */
export function withChangedWords(all: readonly Edit[], texts: Texts): Edit[] {
  const edits = withoutSameSections(all, texts)
  const changed = without(edits, new Set(runsOf(edits).filter(isSame).flat()))
  const inLongerRuns = runsOf(changed).filter(({ length }) => length > 1)
  const reworded = without(changed, new Set(inLongerRuns.flat().filter((edit) => isSame([edit]))))
  const compared = withWordsAcrossLines(runsOf(reworded), texts)
  return without(compared, movedLines(compared))
}

/** A section whose words are the same from its start to its end has only been divided into other lines. */
function withoutSameSections(edits: readonly Edit[], texts: Texts): Edit[] {
  const bySection = Map.groupBy(edits, ({ change }) => change)
  const same = new Set(
    [...bySection].flatMap(([change, own]) => (isSameSection(change, own, texts) ? [change] : [])),
  )
  return edits.filter(({ change }) => !same.has(change))
}

function isSameSection(change: Edit['change'], own: readonly Edit[], { from, to }: Texts): boolean {
  if (change.from === null || change.to === null || own.length < 2) return false
  const struckOf = (side: 'struck_before' | 'struck_after') =>
    wordingOf(own.map((edit) => edit[side]).join(' '))
  const lawOf = ({ text, tree }: SectionedText, place: number) => {
    const { number, paragraphs } = tree.sections[place]!
    const words = paragraphs.map(({ start, end }) => text.slice(start, end)).join('\n')
    return wordingOf(number === null ? words : words.replace(number, ''))
  }
  return (
    struckOf('struck_before') === struckOf('struck_after') &&
    lawOf(from, change.from) === lawOf(to, change.to)
  )
}

/** What follows an edit that is left out no longer adjoins another one. */
const without = (edits: readonly Edit[], left: ReadonlySet<Edit>): Edit[] =>
  edits.flatMap((edit, index) => {
    if (left.has(edit)) return []
    const previous = edits[index - 1]
    return [previous !== undefined && left.has(previous) ? { ...edit, adjoins: false } : edit]
  })

const rowOf = (edits: readonly Edit[], side: 'before' | 'after'): string =>
  wordingOf(edits.map((edit) => edit[side]?.text ?? '').join('\n'))

const WORD = /[\p{L}\p{N}$€£%§]/u

const hasWord = (edits: readonly Edit[], side: 'before' | 'after'): boolean =>
  edits.some((edit) => WORD.test(edit[side]?.text ?? ''))

/** Most edits have words on one side only, which is seen sooner than the wording of both. */
const isSame = (edits: readonly Edit[]): boolean =>
  hasWord(edits, 'before') === hasWord(edits, 'after') &&
  rowOf(edits, 'before') === rowOf(edits, 'after') &&
  edits.every(({ struck_before, struck_after }) => wordingOf(struck_before) === wordingOf(struck_after))

/** Edits that follow each other without a kept word. */
function runsOf(edits: readonly Edit[]): Edit[][] {
  const runs: Edit[][] = []
  for (const edit of edits) {
    const last = runs.at(-1)
    if (last !== undefined && edit.adjoins && last[0]!.change === edit.change) last.push(edit)
    else runs.push([edit])
  }
  return runs
}

/** `No. 44. An act relating to …` and `Relating to …` are one title, and `(X) “State” means …` and `(Y) “State” means …` one item. */
const rowWithoutHead = ({ text }: Span): string =>
  wordingOf(withoutConnective(withoutLabel(withoutTitleHead(text))))

/** Lines that are removed at one place and added at another with the same words. */
function movedLines(edits: readonly Edit[]): Set<Edit> {
  const removed = new Map<string, Edit[]>()
  for (const edit of edits) {
    if (edit.before !== null && edit.after === null && edit.whole_lines) {
      const row = rowWithoutHead(edit.before)
      removed.set(row, [...(removed.get(row) ?? []), edit])
    }
  }
  const moved = new Set<Edit>()
  for (const edit of edits) {
    if (edit.before !== null || edit.after === null || !edit.whole_lines) continue
    const row = rowWithoutHead(edit.after)
    const from = row.length < LETTERS_OF_A_MOVED_LINE ? undefined : removed.get(row)?.pop()
    if (from !== undefined) moved.add(edit).add(from)
  }
  return moved
}
