import type { Mark, Run } from '../text/version-text.ts'

/** A word, a number with its unit, or a sign, with the spaces that stand before it. */
export type Token = {
  readonly spaces: readonly Run[]
  readonly text: string
  readonly mark: Mark
  readonly is_word: boolean
}

/** `$4,000,000`, `12.5%`, `1st`, `3a` and `4-45-105` are numbers; `agency's` is a word. Every other character is a sign of its own. */
const WORD =
  /[$€£]?\d+(?:[.,]\d+)*(?:%|[\p{L}\p{M}\p{N}]*(?:[-–]\d+(?:[.,]\d+)*[\p{L}\p{M}\p{N}]*)*)|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu
const PIECES = new RegExp(`(\\s+)|(${WORD.source})|.`, 'gsu')

/** The last token is empty and has the spaces at the end of the line. The texts of all tokens are the text of the runs. */
export function tokensOf(runs: readonly Run[]): Token[] {
  const tokens: Token[] = []
  let spaces: Run[] = []
  for (const { text, mark } of joinRuns(runs)) {
    for (const match of text.matchAll(PIECES)) {
      const [piece, blank, word] = match
      if (blank !== undefined) {
        spaces.push({ text: piece, mark })
      } else {
        tokens.push({ spaces, text: piece, mark, is_word: word !== undefined })
        spaces = []
      }
    }
  }
  tokens.push({ spaces, text: '', mark: 'none', is_word: false })
  return tokens
}

/** The words of a text, as they are printed. `4-45-105` counts as three, so that two lists of sections of a code are alike. */
export const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).flatMap(partsOf)

export const partsOf = (word: string): string[] => word.split(/[-–]/u)

/** The same text with as few runs as possible: neighbors differ in their mark, and no run is empty. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (run.text === '') continue
    if (last?.mark === run.mark) joined[joined.length - 1] = { text: last.text + run.text, mark: run.mark }
    else joined.push(run)
  }
  return joined
}
