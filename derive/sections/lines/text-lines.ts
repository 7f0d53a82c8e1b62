import type { Run, VersionText } from '../../text/version-text.ts'
import { alignRuns, isStruckWhole } from './align-runs.ts'

/** A line of the stored text, or a line that is struck whole, which has no words in the stored text. */
export type TextLine = {
  /** Offsets into the stored text, without the end of the line. */
  readonly start: number
  readonly end: number
  /** The words that are law. Empty if the line is struck whole. */
  readonly text: string
  readonly runs: readonly Run[]
}

/** Gives all lines in order. A line that is struck whole is at the start of the line after it. */
export function linesOfText({ text, marked }: VersionText): readonly TextLine[] {
  const stored = storedLines(text)
  if (marked === null) return stored
  const isWhole = marked.map(isStruckWhole)
  // The marks of another text would put struck words at wrong places.
  if (isWhole.filter((whole) => !whole).length !== stored.length) return stored
  let next = 0
  return marked.map((line, index) => {
    if (isWhole[index]) {
      const at = stored[next]?.start ?? text.length
      return { start: at, end: at, text: '', runs: line.filter(({ mark }) => mark === 'struck') }
    }
    const own = stored[next]!
    next += 1
    return { ...own, runs: alignRuns(own.text, line) }
  })
}

function storedLines(text: string): TextLine[] {
  const lines: TextLine[] = []
  let start = 0
  while (start < text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const words = text.slice(start, end)
    lines.push({ start, end, text: words, runs: words === '' ? [] : [{ text: words, mark: 'none' }] })
    start = end + 1
  }
  return lines
}
