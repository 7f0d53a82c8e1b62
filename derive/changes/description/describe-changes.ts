import { diffSectionTrees } from '../../diff/diff-section-trees.ts'
import type { VersionDiff } from '../../diff/version-diff.ts'
import { parseSections } from '../../sections/parse-sections.ts'
import type { VersionText } from '../../text/version-text.ts'
import type { ChangeSentence, ChangeSummary } from '../change-summary.ts'
import type { Edit } from '../edits/edit.ts'
import { isLineNumbering, withEqualDivision } from '../edits/one-line-texts.ts'
import { isAmendment, pageMatter } from '../edits/page-matter.ts'
import { readEdits, type SectionedText } from '../edits/read-edits.ts'
import { withChangedWords } from '../edits/same-words.ts'
import { wordsOfEdit } from '../pieces/edit-pieces.ts'
import { piecesOf } from '../pieces/section-pieces.ts'
import type { Span } from '../words/span.ts'
import { capFindings } from './cap-findings.ts'
import { type CharacterPlaces, characterPlaces } from './character-places.ts'
import { type Finding, findingsOf } from './finding.ts'
import { summarize } from './summarize.ts'

/** Says in sentences what changed from one version to the next. Page heads, signatures and printing are no change. */
export function describeChanges(from: VersionText, to: VersionText): ChangeSummary {
  const divided = { from: sectionedText(from), to: sectionedText(to) }
  const texts = withEqualDivision(divided)
  const diff = diffSectionTrees(texts.from.tree, texts.to.tree)
  const edits = withoutPageMatter(readEdits(diff, texts.from, texts.to), texts)
  const ofLaw = texts === divided ? edits : edits.filter((edit) => !isLineNumbering(edit))
  return describeEdits(diff, withChangedWords(ofLaw, texts), texts)
}

const sectionedText = (version: VersionText): SectionedText => ({
  text: version.text,
  tree: parseSections(version),
})

type Texts = { readonly from: SectionedText; readonly to: SectionedText }

function describeEdits(diff: VersionDiff, edits: readonly Edit[], texts: Texts): ChangeSummary {
  const pieces = piecesOf(diff, edits, texts)
  const all = findingsOf(pieces)
  const { kept, omitted } = capFindings(all)
  const changedWords = edits.reduce((sum, edit) => sum + wordsOfEdit(edit), 0)
  const places = { from: characterPlaces(texts.from.text), to: characterPlaces(texts.to.text) }
  const explained = kept.reduce((sum, { piece }) => sum + piece.words, 0)
  return {
    summary: summarize(all, changedWords),
    unchanged_wording: edits.length === 0 && all.length === 0,
    sentences: kept.map((finding) => sentenceOf(finding, places)),
    omitted,
    unexplained_words: Math.max(0, changedWords - explained),
  }
}

/** Leaves out the words of lines that are about the document. Its other side stays. */
function withoutPageMatter(edits: readonly Edit[], { from, to }: Texts): Edit[] {
  const older = pageMatter(from)
  const newer = pageMatter(to)
  const hasOtherHead = isAmendment(from) || isAmendment(to)
  const isFront = (tree: SectionedText['tree'], place: number | null) =>
    place !== null && tree.sections[place]!.kind === 'front'
  const startOf = (line: Span | null, span: Span | null) => (line ?? span)?.start ?? -1
  return edits.flatMap((edit) => {
    const { change, before, after, from_line, to_line } = edit
    if (hasOtherHead && (isFront(from.tree, change.from) || isFront(to.tree, change.to))) return []
    const leavesBefore = before !== null && older.has(startOf(from_line, before))
    const leavesAfter = after !== null && newer.has(startOf(to_line, after))
    if (!leavesBefore && !leavesAfter) return [edit]
    const left = { ...edit, before: leavesBefore ? null : before, after: leavesAfter ? null : after }
    return left.before === null && left.after === null ? [] : [left]
  })
}

type Places = { readonly from: CharacterPlaces; readonly to: CharacterPlaces }

function sentenceOf({ draft, piece, rule }: Finding, places: Places): ChangeSentence {
  const { text, before, after, confidence } = draft
  const isAboutAll = piece.shape === 'section' && piece.change === null
  return {
    text,
    kind: rule.kind,
    section: isAboutAll ? null : piece.label,
    before: before?.text ?? null,
    after: after?.text ?? null,
    confidence,
    evidence: { from: placeOf(before, places.from), to: placeOf(after, places.to) },
  }
}

const placeOf = (span: Span | null, places: CharacterPlaces) =>
  span === null ? null : { start: places(span.start), end: places(span.end) }
