import { wordingOf } from '../../diff/same-wording.ts'
import type { Paragraph, SectionTree } from '../../sections/section-tree.ts'
import type { Run } from '../../text/version-text.ts'
import type { Edit } from './edit.ts'
import type { SectionedText } from './read-edits.ts'

type Texts = { readonly from: SectionedText; readonly to: SectionedText }

/**
 * If sections are found in one of the texts only, such as in a print without line breaks, its sections would seem to be removed.
 * Then both texts are compared as one line without sections.
 */
export function withEqualDivision(texts: Texts): Texts {
  const { from, to } = texts
  return hasSections(from.tree) === hasSections(to.tree)
    ? texts
    : { from: asOneLine(from), to: asOneLine(to) }
}

const hasSections = ({ sections }: SectionTree): boolean =>
  sections.some(({ kind, number }) => kind === 'section' && number !== null)

function asOneLine({ text, tree }: SectionedText): SectionedText {
  const lines = tree.sections.flatMap(({ paragraphs }) => paragraphs)
  const [first] = lines
  if (first === undefined) return { text, tree }
  const paragraphs: Paragraph[] = [{ start: first.start, end: lines.at(-1)!.end, runs: runsOf(lines, text) }]
  const all = { kind: 'front', number: null, heading: null, path: [] } as const
  return { text, tree: { ...tree, sections: [{ ...all, start: 0, end: text.length, paragraphs }] } }
}

/** The runs of all lines, with what stands between the lines, so that their offsets stay exact. */
const runsOf = (lines: readonly Paragraph[], text: string): Run[] =>
  lines.flatMap(({ start, runs }, index): readonly Run[] => {
    const between = index === 0 ? '' : text.slice(lines[index - 1]!.end, start)
    return between === '' ? runs : [{ text: between, mark: 'none' }, ...runs]
  })

const LINE_NUMBER = /(?<!\S)\d\d(?!\S)/gu

/**
 * Whether only numbers of lines come or go, such as `retainage.` and `19 retainage. 20`. If both sides have such numbers, they may
 * be numbers of the law.
 */
export function isLineNumbering({ before, after }: Edit): boolean {
  const [older, newer] = [before?.text ?? '', after?.text ?? '']
  const [fewer, more] = older.length < newer.length ? [older, newer] : [newer, older]
  return fewer.search(LINE_NUMBER) === -1 && wordingOf(fewer) === wordingOf(more.replace(LINE_NUMBER, ' '))
}
