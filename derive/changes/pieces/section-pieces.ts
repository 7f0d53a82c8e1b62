import { wordingOf } from '../../diff/same-wording.ts'
import type { SectionChange, VersionDiff } from '../../diff/version-diff.ts'
import type { Edit } from '../edits/edit.ts'
import { joinLines } from '../edits/join-lines.ts'
import type { SectionedText } from '../edits/read-edits.ts'
import { withWholeBrackets } from '../edits/whole-brackets.ts'
import type { PageMatter, Texts } from '../edits/without-page-matter.ts'
import { type Span, spanOf, trimmed } from '../words/span.ts'
import { countWords } from '../words/wording.ts'
import { piecesOfEdits, wordsOfEdit } from './edit-pieces.ts'
import type { Piece, SectionPiece } from './piece.ts'
import { sectionLabels } from './section-labels.ts'

/** A section is named as a whole if at least this share of its words differs. */
const SHARE_OF_A_WHOLE = 0.5
/** A section is rewritten if at least half of its words are dropped, half of the new ones are added, and this share of both differs. */
const SHARE_OF_A_REWRITING = 2 / 3
/** The old number and the new one. */
const NUMBERS = 2
const NOWHERE = { from: '', to: '' }

/** Divides a diff into pieces that one sentence each can say, in the order of the newer text. */
export function piecesOf(
  diff: VersionDiff,
  edits: readonly Edit[],
  { from, to }: Texts,
  matter: PageMatter,
): Piece[] {
  if (diff.complete_replacement) return edits.length === 0 ? [] : [wholeReplacement(from, to, edits)]
  const labels = { from: sectionLabels(from), to: sectionLabels(to) }
  const editsOf = Map.groupBy(edits, ({ change }) => change)
  return diff.sections.flatMap((change) => {
    const own = editsOf.get(change) ?? []
    const before = change.from === null ? null : sectionSpan(from, change.from)
    const after = change.to === null ? null : sectionSpan(to, change.to)
    const older_label = change.from === null ? '' : labels.from[change.from]!
    const of = kindOf(change, { from, to })
    const named = change.to === null ? older_label : labels.to[change.to]!
    // The label of a group is its heading, which is what comes or goes.
    const ofGroup = of === 'group' && isOneSided(change)
    const label = ofGroup ? 'The text' : older_label === 'The preamble' ? older_label : named
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
    const lawWords = () => wordsOfLaw(from, change.from, matter.from) + wordsOfLaw(to, change.to, matter.to)
    if (of === 'section' && isWhole(whole, change, lawWords)) return [whole]
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
  words_removed > countWords(before.text) * SHARE_OF_A_WHOLE &&
  words_added > countWords(after.text) * SHARE_OF_A_WHOLE &&
  words_removed + words_added > (countWords(before.text) + countWords(after.text)) * SHARE_OF_A_REWRITING

const isOneSided = ({ kind }: SectionChange): boolean => kind === 'added' || kind === 'removed'

function isWhole({ words }: SectionPiece, change: SectionChange, lawWords: () => number): boolean {
  if (words === 0 || (!isOneSided(change) && change.kind !== 'replaced')) return false
  return words >= lawWords() * SHARE_OF_A_WHOLE
}

/** The words of a section without lines that are about the document, such as a table of contents. */
function wordsOfLaw(
  { text, tree }: SectionedText,
  place: number | null,
  matter: ReadonlySet<number>,
): number {
  const paragraphs = place === null ? [] : tree.sections[place]!.paragraphs
  return paragraphs.reduce(
    (sum, { start, end }) => sum + (matter.has(start) ? 0 : countWords(text.slice(start, end))),
    0,
  )
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
  const isNumber = (words: string, number: string): boolean =>
    wordingOf(words) === wordingOf(number) || wordingOf(words) === wordingOf(`Section ${number}`)
  return isNumber(before?.text ?? '', from_number) && isNumber(after?.text ?? '', to_number)
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
