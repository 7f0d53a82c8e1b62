import type { VersionText } from '../text/version-text.ts'
import { congressStarts } from './congress-starts.ts'
import { backLine } from './lines/back-line.ts'
import { linesOfText, type TextLine } from './lines/text-lines.ts'
import { numberedStarts } from './numbered-starts.ts'
import type { SectionStart } from './section-start.ts'
import type { Section, SectionTree } from './section-tree.ts'
import { textForm } from './text-form.ts'
import { unnumberedStarts } from './unnumbered-starts.ts'

/**
 * Divides a text into its sections. They follow each other from the start to the end of the stored text, and every
 * line is in one, struck lines included. Takes time linear in the length of the text.
 */
export function parseSections(text: VersionText): SectionTree {
  const lines = linesOfText(text)
  const words = lines.map((line) => line.text)
  const form = textForm(text.reference.media_type, words)
  const numbered = form === 'congress' ? congressStarts(words) : numberedStarts(words)
  const starts = withEnds(words, [...unnumberedStarts(words, numbered), ...numbered])
  return { form, sections: sectionsOf(starts, lines, text.text.length) }
}

/** Adds what stands before the first section and after the last one. */
function withEnds(words: readonly string[], starts: readonly SectionStart[]): readonly SectionStart[] {
  const first = starts[0]?.line ?? 0
  const back = backLine(words, starts.at(-1)?.line ?? 0)
  return [
    ...(first > 0 ? [unnamed(0, 'front')] : []),
    ...starts,
    ...(back === null ? [] : [unnamed(back, 'back')]),
  ]
}

const unnamed = (line: number, kind: 'front' | 'back'): SectionStart => ({
  line,
  kind,
  number: null,
  heading: null,
  path: [],
})

function sectionsOf(starts: readonly SectionStart[], lines: readonly TextLine[], end: number): Section[] {
  return starts.map(({ line, kind, number, heading, path }, index) => {
    const next = starts[index + 1]
    const paragraphs = lines.slice(line, next?.line)
    return {
      kind,
      number,
      heading,
      path,
      start: index === 0 ? 0 : lines[line]!.start,
      end: next === undefined ? end : lines[next.line]!.start,
      paragraphs: paragraphs.map((one) => ({ start: one.start, end: one.end, runs: one.runs })),
    }
  })
}
