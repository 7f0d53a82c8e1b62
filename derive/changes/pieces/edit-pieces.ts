import { wordingOf } from '../../diff/same-wording.ts'
import type { Edit } from '../edits/edit.ts'
import { isLabelAlone } from '../edits/labels.ts'
import type { Span } from '../words/span.ts'
import type { Value } from '../words/values.ts'
import { countWords } from '../words/wording.ts'
import type { Piece } from './piece.ts'
import { leadOf, sentenceAround } from './sentence-around.ts'
import { type ValuePair, valueSwaps } from './value-swaps.ts'

const CONNECTIVE = /^[\s;,]*(?:and|or)[\s;,]*$/iu

/**
 * Divides the edits of one section into pieces that one sentence each can say. In a section that does not keep most of
 * its words, two values stand in the same place by accident, and none counts as swapped.
 */
export function piecesOfEdits(label: string, edits: readonly Edit[], keepsMost: boolean): Piece[] {
  const relabeled = edits.filter(isRelabeling)
  const others = edits.filter((edit) => !relabeled.includes(edit) && !isConnective(edit))
  const pieces = others.flatMap((edit) => piecesOfEdit(label, edit, keepsMost))
  return [...withoutRepeats(pieces), ...relabelings(label, relabeled)]
}

export const wordsOfEdit = ({ before, after }: Edit): number =>
  countWords(before?.text ?? '') + countWords(after?.text ?? '')

function piecesOfEdit(label: string, edit: Edit, keepsMost: boolean): Piece[] {
  const context = {
    from: sentenceAround(edit.from_line, edit.before),
    to: sentenceAround(edit.to_line, edit.after),
  }
  const place = { label, context, words: wordsOfEdit(edit) }
  const swaps = keepsMost ? valueSwaps(edit)?.filter((pair) => !isNumbering(pair, edit)) : undefined
  if (swaps !== undefined) {
    return swaps.map(({ before, after }, index) => ({
      ...place,
      words: index === 0 ? place.words : 0,
      shape: 'swap',
      value_kind: before.kind,
      before,
      after,
    }))
  }
  const marks = markChanges(edit).map((mark) => ({ ...place, words: 0, ...mark }))
  const before = isStruckWhole(edit) ? null : withWords(edit.before)
  const after = isRestoredWhole(edit) ? null : withWords(edit.after)
  if (wordingOf(before?.text ?? '') === wordingOf(after?.text ?? '')) {
    return marks.map((mark, index) => ({ ...mark, words: index === 0 ? place.words : 0 }))
  }
  const lead =
    before === null ? leadOf(edit.to_line, after!) : after === null ? leadOf(edit.from_line, before) : null
  const { whole_lines } = edit
  return [...marks, { ...place, shape: 'rewording', before, after, whole_lines, lead }]
}

const withWords = (span: Span | null): Span | null =>
  span === null || wordingOf(span.text) === '' ? null : span

const isStruckWhole = ({ before, struck_after }: Edit): boolean =>
  before !== null && struck_after !== '' && wordingOf(before.text) === wordingOf(struck_after)

const isRestoredWhole = ({ after, struck_before }: Edit): boolean =>
  after !== null && struck_before !== '' && wordingOf(after.text) === wordingOf(struck_before)

type Mark = { readonly shape: 'struck' | 'restored'; readonly quoted: string; readonly span: Span | null }

/** Struck words that vanish are no change: they were no law before and are none now. */
function markChanges(edit: Edit): Mark[] {
  const { struck_before, struck_after, before, after } = edit
  const added = wordingOf(struck_after) !== wordingOf(struck_before) && wordingOf(struck_after) !== ''
  const struck: Mark[] = added
    ? [{ shape: 'struck', quoted: struck_after, span: isStruckWhole(edit) ? before : null }]
    : []
  return isRestoredWhole(edit)
    ? [...struck, { shape: 'restored', quoted: struck_before, span: after }]
    : struck
}

/** `(b)` becomes `(c)` at the start of a line that stays. */
const isRelabeling = ({ before, after, from_line, to_line }: Edit): boolean =>
  isLabel(before, from_line) && isLabel(after, to_line)

function isLabel(span: Span | null, line: Span | null): boolean {
  if (span === null) return false
  if (line === null) return isLabelAlone(span.text)
  const head = line.text.slice(0, span.end - line.start)
  const isClosed = /[).]\s*$/u.test(head) || /^[).]/u.test(line.text.slice(head.length))
  return isClosed && /^[“"(\s]*\w{1,5}[).]*\s*$/u.test(head)
}

function relabelings(label: string, edits: readonly Edit[]): Piece[] {
  if (edits.length === 0) return []
  const labels = edits.map(({ before, after }) => ({ before: before!, after: after! }))
  const words = edits.reduce((sum, edit) => sum + wordsOfEdit(edit), 0)
  return [{ shape: 'relabeling', label, context: { from: '', to: '' }, words, labels }]
}

/** The label at the start of a line, or the number of the section in its heading. */
function isNumbering({ before, after }: ValuePair, { change, from_line, to_line }: Edit): boolean {
  const numbers = [before, after].map(({ kind, span }) =>
    kind === 'reference' ? span.text.replace(/^\D+/u, '') : span.text,
  )
  if (before.kind !== 'number' && before.kind !== 'reference') return false
  if (numbers[0] === change.from_number && numbers[1] === change.to_number) return true
  if ([labels(before, from_line), labels(after, to_line)].includes(true)) return true
  const isAtStart = ({ span }: Value, line: Span | null) =>
    line !== null && /^[“"(\s]*$/u.test(line.text.slice(0, span.start - line.start))
  return isAtStart(before, from_line) && isAtStart(after, to_line)
}

/** `(2)`, or `2.` in front of a new sentence: it labels a paragraph within a line. */
function labels({ span }: Value, line: Span | null): boolean {
  if (line === null) return false
  const before = line.text.slice(0, span.start - line.start)
  const behind = line.text.slice(span.end - line.start)
  if (before.endsWith('(')) return behind.startsWith(')')
  return /(?:^|[.;:])\s*$/u.test(before) && /^\.\s+\p{Lu}/u.test(behind)
}

/** A list item moved to or from the end: only the `and` before the last item comes or goes. */
function isConnective({ before, after, from_line, to_line }: Edit): boolean {
  const [older, newer] = [withWords(before), withWords(after)]
  if (older !== null && newer !== null) return false
  return (
    CONNECTIVE.test((older ?? newer)?.text ?? '') &&
    endsLine((older ?? newer)!, older === null ? to_line : from_line)
  )
}

const endsLine = (span: Span, line: Span | null): boolean =>
  line !== null && !/[\p{L}\p{N}]/u.test(line.text.slice(span.end - line.start))

/** Two edits inside one value, such as the month and the year of a date, are one swap. */
function withoutRepeats(pieces: readonly Piece[]): Piece[] {
  const seen = new Set<string>()
  return pieces.filter((piece) => {
    if (piece.shape !== 'swap') return true
    const key = `${piece.before.span.start} ${piece.after.span.start}`
    return seen.has(key) ? false : seen.add(key)
  })
}
