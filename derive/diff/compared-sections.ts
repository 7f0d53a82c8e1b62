import type { Section, SectionTree } from '../sections/section-tree.ts'
import type { Run } from '../text/version-text.ts'
import { createNumbering } from './sequences/numbering.ts'
import { joinRuns, type Token, tokensOf } from './tokens.ts'

/** A line of a text, ready to be compared with a line of the other text. */
export type ComparedLine = {
  readonly runs: readonly Run[]
  /** Equal for lines with equal runs. */
  readonly id: number
  readonly tokens: readonly Token[]
  /** One number for each token; equal for tokens with equal text and mark. */
  readonly token_ids: readonly number[]
  /** One number for each word, without regard to case and mark. */
  readonly word_ids: readonly number[]
}

export type ComparedSection = {
  /** Position among the sections of its text. */
  readonly index: number
  readonly section: Section
  readonly lines: readonly ComparedLine[]
  /** Equal for sections with equal lines. */
  readonly content: string
  readonly word_count: number
}

/** Reads the sections of two texts with one numbering. */
export function readComparedSections(
  from: SectionTree,
  to: SectionTree,
): { readonly from: ComparedSection[]; readonly to: ComparedSection[] } {
  const lineOf = createLineReader()
  const read = ({ sections }: SectionTree) =>
    sections.map((section, index) => {
      const lines = section.paragraphs.map((paragraph) => lineOf(paragraph.runs))
      const content = lines.map((line) => line.id).join(' ')
      const word_count = lines.reduce((sum, line) => sum + line.word_ids.length, 0)
      return { index, section, lines, content, word_count }
    })
  return { from: read(from), to: read(to) }
}

/** Equal lines are the same object, so most lines of two versions are read once. */
function createLineReader(): (runs: readonly Run[]) => ComparedLine {
  const lines = new Map<string, ComparedLine>()
  const tokenNumber = createNumbering()
  const wordNumber = createNumbering()
  return (given) => {
    const runs = joinRuns(given)
    const key = JSON.stringify(runs)
    const known = lines.get(key)
    if (known !== undefined) return known
    const tokens = tokensOf(runs)
    const line = {
      runs,
      id: lines.size,
      tokens,
      token_ids: tokens.map((token) => tokenNumber(`${token.mark} ${token.text}`)),
      word_ids: tokens.flatMap((token) => (token.is_word ? [wordNumber(token.text.toLowerCase())] : [])),
    }
    lines.set(key, line)
    return line
  }
}
