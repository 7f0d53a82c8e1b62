import type { Paragraph } from '../../sections/section-tree.ts'
import type { SectionedText } from './read-edits.ts'

/** The time of a print (Utah) and the day of a signature (Vermont), behind the last words of the law. */
const TAIL =
  /\s*(?:\d{1,2}-\d{1,2}-\d{2}\s+\d{1,2}:\d{2} [AP]M|Date (?:on which )?(?:the )?Governor [^.]{3,80} \d{4})\s*$/u
const CHARACTERS_OF_A_TAIL = 140

/** Leaves out what is printed behind the last words of a line and is no law. Offsets stay those of the stored text. */
export const withoutPrintedTails = ({ text, tree }: SectionedText): SectionedText => ({
  text,
  tree: {
    ...tree,
    sections: tree.sections.map((section) => ({
      ...section,
      paragraphs: section.paragraphs.map((paragraph) => withoutTail(paragraph, text)),
    })),
  },
})

function withoutTail(paragraph: Paragraph, text: string): Paragraph {
  const { start, end, runs } = paragraph
  const last = runs.at(-1)
  const tail = TAIL.exec(text.slice(Math.max(start, end - CHARACTERS_OF_A_TAIL), end))?.[0].length ?? 0
  if (tail === 0 || last === undefined || last.mark !== 'none' || last.text.length < tail) return paragraph
  const kept = { mark: last.mark, text: last.text.slice(0, last.text.length - tail) }
  const others = runs.slice(0, -1)
  return { start, end: end - tail, runs: kept.text === '' ? others : [...others, kept] }
}
