import { diffSectionTrees } from '../../diff/diff-section-trees.ts'
import type { VersionDiff } from '../../diff/version-diff.ts'
import { parseSections } from '../../sections/parse-sections.ts'
import type { VersionText } from '../../text/version-text.ts'
import type { ChangeSentence, ChangeSummary } from '../change-summary.ts'
import type { Edit } from '../edits/edit.ts'
import { withHeadingsOfNext } from '../edits/next-headings.ts'
import { isLineNumbering, withEqualDivision } from '../edits/one-line-texts.ts'
import { withoutPrintedTails } from '../edits/printed-tails.ts'
import { readEdits, type SectionedText } from '../edits/read-edits.ts'
import { withChangedWords } from '../edits/same-words.ts'
import { type PageMatter, pageMatterOf, type Texts, withoutPageMatter } from '../edits/without-page-matter.ts'
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
  const matter = pageMatterOf(texts)
  const diff = diffSectionTrees(texts.from.tree, texts.to.tree)
  const edits = withoutPageMatter(readEdits(diff, texts.from, texts.to), texts, matter)
  const ofLaw = texts === divided ? edits : edits.filter((edit) => !isLineNumbering(edit))
  const changed = withHeadingsOfNext(withChangedWords(ofLaw, texts), diff, texts)
  return describeEdits(diff, changed, texts, matter)
}

const sectionedText = (version: VersionText): SectionedText =>
  withoutPrintedTails({ text: version.text, tree: parseSections(version) })

function describeEdits(
  diff: VersionDiff,
  edits: readonly Edit[],
  texts: Texts,
  matter: PageMatter,
): ChangeSummary {
  const pieces = piecesOf(diff, edits, texts, matter)
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
