import type { Section, SectionTree } from '../sections/section-tree.ts'
import type { Run } from '../text/version-text.ts'
import { createNumbering } from './sequences/numbering.ts'
import { joinRuns, partsOf, type Token, tokensOf } from './tokens.ts'

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
  /** Equal for lines with equal words and marks but for their labels, such as `(6)`, and an `and` at their end. */
  readonly item_id: number
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
  const itemNumber = createNumbering()
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
      word_ids: tokens.flatMap(({ is_word, text }) =>
        is_word ? partsOf(text.toLowerCase()).map(wordNumber) : [],
      ),
      item_id: itemNumber(itemOf(tokens) ?? `line ${key}`),
    }
    lines.set(key, line)
    return line
  }
}

const LABEL = /^\w{1,5}$/u
const BRACKET = /^["“(]$/u
const WORDS_OF_AN_ITEM = 6

/** The words of an item of a list without its label. null if the line has no label, or few words. */
function itemOf(tokens: readonly Token[]): string | null {
  const first = tokens.findIndex(({ text }) => !BRACKET.test(text))
  const closes = tokens[first + 1]?.text
  if (first === -1 || !LABEL.test(tokens[first]!.text) || (closes !== ')' && closes !== '.')) return null
  const words = tokens.slice(first + 2).filter(({ is_word }) => is_word)
  const last = words.at(-1)?.text.toLowerCase()
  const item = last === 'and' || last === 'or' ? words.slice(0, -1) : words
  if (item.length < WORDS_OF_AN_ITEM) return null
  return item.map(({ mark, text }) => `${mark} ${text.toLowerCase()}`).join(' ')
}
