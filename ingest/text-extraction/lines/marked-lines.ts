import type { Mark, MarkedLine, Run } from '../../../schemas/values/marked-line.ts'

export type { Mark, MarkedLine, Run }

/** The text of a document, with the positions of struck and inserted words. */
export type MarkedText = {
  /** The text of the bill without struck words. */
  readonly lines: readonly string[]
  /** The same lines in runs, including lines that are struck whole. Absent if nothing is struck. */
  readonly marked?: readonly MarkedLine[]
}

/**
 * Some legislatures also put struck words in brackets. Empty brackets come from the printer and are not words of the
 * bill.
 */
const EMPTY_BRACKETS = /\(\(\s*\)\)|\[\s*\]/gu

/** Gives the words of a line that are not struck, before it is cleaned. */
export function withoutStruck(line: MarkedLine): string {
  const text = line
    .filter(({ mark }) => mark !== 'struck')
    .map((run) => run.text)
    .join('')
  return line.some(({ mark }) => mark === 'struck') ? text.replace(EMPTY_BRACKETS, ' ') : text
}

/** Joins adjacent runs of the same mark and cleans their spaces. Empty if nothing is left. */
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
