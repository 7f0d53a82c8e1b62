import { type Span, spanOf } from '../words/span.ts'
import { countWords } from '../words/wording.ts'
import type { Edit } from './edit.ts'

const LABELS = [/^[“"]?\(\p{Ll}\)/u, /^[“"]?\(\d+\)/u, /^[“"]?\(\p{Lu}\)/u, /^[“"]?\d+\.\s/u]
const WORDS_OF_A_PARAGRAPH = 8

/**
 * Joins lines that are added, or removed, one behind the other: a paragraph with the lines under it becomes one edit.
 * One removed line and one added line in the same place become one edit too.
 */
export function joinLines(
  edits: readonly Edit[],
  texts: { readonly from: string; readonly to: string },
): Edit[] {
  return runsOf(edits).flatMap((run) => {
    const removed = chunksOf(run, 'before', texts.from)
    const added = chunksOf(run, 'after', texts.to)
    const [first] = removed
    const [other] = added
    if (removed.length !== 1 || added.length !== 1) return [...removed, ...added]
    return [{ ...first!, after: other!.after, struck_after: other!.struck_after }]
  })
}

/** Edits of whole lines with nothing between them, and each other edit alone. */
function runsOf(edits: readonly Edit[]): Edit[][] {
  const runs: Edit[][] = []
  for (const edit of edits) {
    const last = runs.at(-1)
    const previous = last?.at(-1)
    const continues =
      edit.adjoins && edit.whole_lines && previous?.whole_lines && previous.change === edit.change
    if (last !== undefined && continues) last.push(edit)
    else runs.push([edit])
  }
  return runs
}

/** The edits of one side, with lines joined to the paragraph above them. */
function chunksOf(run: readonly Edit[], side: 'before' | 'after', text: string): Edit[] {
  if (run.length === 1)
    return run[0]![side] === null && struckOf(run[0]!, side) === '' ? [] : [oneSide(run[0]!, side)]
  const chunks: Edit[] = []
  let style = -1
  for (const edit of run) {
    const span = edit[side]
    if (span === null) continue
    const last = chunks.at(-1)
    const lineStyle = styleOf(span.text)
    if (last !== undefined && belongs(span, lineStyle, style) && isNext(last[side]!, span, text)) {
      chunks[chunks.length - 1] = { ...last, [side]: spanOf(text, last[side]!.start, span.end) }
    } else {
      style = lineStyle
      chunks.push(oneSide(edit, side))
    }
  }
  return chunks
}

const struckOf = (edit: Edit, side: 'before' | 'after'): string =>
  side === 'before' ? edit.struck_before : edit.struck_after

const oneSide = (edit: Edit, side: 'before' | 'after'): Edit =>
  side === 'before'
    ? { ...edit, after: null, struck_after: '' }
    : { ...edit, before: null, struck_before: '' }

const styleOf = (line: string): number => LABELS.findIndex((label) => label.test(line))

const belongs = (span: Span, style: number, first: number): boolean =>
  style === -1 ? countWords(span.text) < WORDS_OF_A_PARAGRAPH : style !== first

const isNext = (last: Span, span: Span, text: string): boolean =>
  text.slice(last.end, span.start).trim() === ''
