/** How words stand in a line: as law, struck out of it, or put into it. */
export type Mark = 'none' | 'struck' | 'inserted'
export type Run = { readonly text: string; readonly mark: Mark }
/** A paragraph or heading with its struck words in place. */
export type MarkedLine = readonly Run[]

/** What a document says, and where words of it are struck or put in. */
export type MarkedText = {
  /** Without struck words: what the bill says. */
  readonly lines: readonly string[]
  /** The same lines in runs, lines that are struck whole among them; missing where nothing is struck. */
  readonly marked?: readonly MarkedLine[]
}

/** Some legislatures put what they strike in brackets too; empty, they are the printer's and no words of the bill. */
const EMPTY_BRACKETS = /\(\(\s*\)\)|\[\s*\]/gu

/** The words of a line that are not struck, before it is tidied. */
export function withoutStruck(line: MarkedLine): string {
  const text = line
    .filter(({ mark }) => mark !== 'struck')
    .map((run) => run.text)
    .join('')
  return line.some(({ mark }) => mark === 'struck') ? text.replace(EMPTY_BRACKETS, ' ') : text
}

/** Runs of one mark that follow each other are one; single spaces, none at the ends. Empty where nothing is left. */
export function tidyRuns(line: MarkedLine, tidy: (text: string) => string): MarkedLine {
  const runs: { text: string; mark: Mark }[] = []
  for (const { text, mark } of line) {
    const last = runs.at(-1)
    if (last?.mark === mark) last.text += text
    else if (text !== '') runs.push({ text, mark })
  }
  const spaced = runs.map(({ text, mark }) => {
    const words = tidy(text)
    if (words === '') return { text: ' ', mark }
    return { text: `${/^\s/u.test(text) ? ' ' : ''}${words}${/\s$/u.test(text) ? ' ' : ''}`, mark }
  })
  const first = spaced[0]
  const last = spaced.at(-1)
  if (first !== undefined) first.text = first.text.trimStart()
  if (last !== undefined) last.text = last.text.trimEnd()
  return spaced.filter(({ text }) => text !== '')
}
