import { wordingOf } from '../../diff/same-wording.ts'
import type { SectionChange, VersionDiff } from '../../diff/version-diff.ts'
import type { Edit } from '../edits/edit.ts'
import { joinLines } from '../edits/join-lines.ts'
import type { SectionedText } from '../edits/read-edits.ts'
import { withWholeBrackets } from '../edits/whole-brackets.ts'
import { type Span, spanOf, trimmed } from '../words/span.ts'
import { countWords } from '../words/wording.ts'
import { piecesOfEdits, wordsOfEdit } from './edit-pieces.ts'
import type { Piece, SectionPiece } from './piece.ts'
import { sectionLabels } from './section-labels.ts'

/** A section is named as a whole if at least this share of its words differs. */
const SHARE_OF_A_WHOLE = 0.5
/** A section is rewritten if at least this share of its words is dropped, and this share of the new words is added. */
const SHARE_OF_A_REWRITING = 2 / 3
/** The old number and the new one. */
const NUMBERS = 2
const NOWHERE = { from: '', to: '' }

/** Divides a diff into pieces that one sentence each can say, in the order of the newer text. */
export function piecesOf(
  diff: VersionDiff,
  edits: readonly Edit[],
  { from, to }: { readonly from: SectionedText; readonly to: SectionedText },
): Piece[] {
  if (diff.complete_replacement) return edits.length === 0 ? [] : [wholeReplacement(from, to, edits)]
  const labels = { from: sectionLabels(from), to: sectionLabels(to) }
  const editsOf = Map.groupBy(edits, ({ change }) => change)
  return diff.sections.flatMap((change) => {
    const own = editsOf.get(change) ?? []
    const before = change.from === null ? null : sectionSpan(from, change.from)
    const after = change.to === null ? null : sectionSpan(to, change.to)
    const older_label = change.from === null ? '' : labels.from[change.from]!
    const label = change.to === null ? older_label : labels.to[change.to]!
    const whole: SectionPiece = {
      shape: 'section',
      label,
      older_label,
      context: NOWHERE,
      change,
      before,
      after,
      words: own.reduce((sum, edit) => sum + wordsOfEdit(edit), 0),
    }
    const of = kindOf(change, { from, to })
    if (isWhole(whole, change, of)) return [whole]
    if (of === 'section' && isRewritten(whole, change))
      return [{ ...whole, change: { ...change, kind: 'replaced' } }]
    const stored = { from: from.text, to: to.text }
    const joined = joinLines(own, stored)
      .filter((edit) => !isSectionNumber(edit))
      .map((edit) => (edit.whole_lines ? edit : withWholeBrackets(edit, stored)))
    return [...placeChange(whole, change, of), ...piecesOfEdits(label, joined, keepsMost(whole, change))]
  })
}

const kindOf = ({ from, to }: SectionChange, texts: { from: SectionedText; to: SectionedText }) =>
  to === null ? texts.from.tree.sections[from!]!.kind : texts.to.tree.sections[to]!.kind

const sectionSpan = ({ text, tree }: SectionedText, place: number): Span =>
  trimmed(spanOf(text, tree.sections[place]!.start, tree.sections[place]!.end))

const keepsMost = ({ before }: SectionPiece, { words_removed }: SectionChange): boolean =>
  before === null || words_removed <= countWords(before.text) * SHARE_OF_A_WHOLE

/** Two sections with little in common but their place: what one drops and the other adds is not about the same thing. */
const isRewritten = (
  { words, before, after }: SectionPiece,
  { words_removed, words_added }: SectionChange,
): boolean =>
  words > 0 &&
  before !== null &&
  after !== null &&
  words_removed > countWords(before.text) * SHARE_OF_A_REWRITING &&
  words_added > countWords(after.text) * SHARE_OF_A_REWRITING

function isWhole({ words, before, after }: SectionPiece, { kind }: SectionChange, of: string): boolean {
  if (of !== 'section' || words === 0) return false
  if (kind !== 'added' && kind !== 'removed' && kind !== 'replaced') return false
  const all = countWords(before?.text ?? '') + countWords(after?.text ?? '')
  return words >= all * SHARE_OF_A_WHOLE
}

/** A section that stays and has another number or another place. Its words are other pieces. */
function placeChange(whole: SectionPiece, change: SectionChange, of: string): Piece[] {
  if (of !== 'section' || change.from === null || change.to === null) return []
  const hasOtherNumber = change.from_number !== change.to_number && change.from_number !== null
  const kind = hasOtherNumber ? 'renumbered' : 'moved'
  const words = hasOtherNumber ? NUMBERS : 0
  return hasOtherNumber || change.is_moved ? [{ ...whole, change: { ...change, kind }, words }] : []
}

/** The number in the heading of a section that is renumbered. */
function isSectionNumber({ change, before, after }: Edit): boolean {
  const { from_number, to_number } = change
  if (from_number === null || to_number === null || from_number === to_number) return false
  return (
    wordingOf(before?.text ?? '') === wordingOf(from_number) &&
    wordingOf(after?.text ?? '') === wordingOf(to_number)
  )
}

function wholeReplacement(from: SectionedText, to: SectionedText, edits: readonly Edit[]): SectionPiece {
  return {
    shape: 'section',
    label: 'The text',
    older_label: 'the text',
    context: NOWHERE,
    change: null,
    before: trimmed(spanOf(from.text, 0, from.text.length)),
    after: trimmed(spanOf(to.text, 0, to.text.length)),
    words: edits.reduce((sum, edit) => sum + wordsOfEdit(edit), 0),
  }
}
