import { type Mark, type MarkedText, type Run, tidyRuns, withoutStruck } from './marked-lines.ts'

/** Collects text piece by piece into lines. A line is one paragraph or heading. */
export type Lines = {
  /** `mark` is absent unless the piece is struck or inserted. */
  readonly text: (piece: string, mark?: Mark) => void
  /** Adds a prefix to the next text, wherever its line begins. */
  readonly lead: (piece: string) => void
  /** Begins a new line. */
  readonly end: () => void
  /** Appends the next piece to the last line, for marks that close a paragraph and follow it. */
  readonly reopen: () => void
  readonly all: () => string[]
  readonly marked: () => MarkedText
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2064\uFEFF]/gu

export function createLines(tidy: (line: string) => string = tidyLine): Lines {
  const lines: Run[][] = []
  let open: Run[] = []
  let lead = ''
  let isStruck = false
  const end = (): void => {
    if (open.some(({ text }) => text.trim() !== '')) lines.push(open)
    open = []
  }
  const all = (): string[] => {
    end()
    return lines.map((line) => tidy(withoutStruck(line))).filter((line) => line !== '')
  }
  return {
    text: (piece, mark = 'none') => {
      isStruck ||= mark === 'struck'
      if (lead === '' || piece.trim() === '') open.push({ text: piece, mark })
      else {
        open.push({ text: lead, mark }, { text: piece.trimStart(), mark })
        lead = ''
      }
    },
    lead: (piece) => {
      lead += piece
    },
    end,
    reopen: () => {
      end()
      const last = lines.pop()
      if (last !== undefined) open = [...last]
    },
    all,
    marked: () => ({
      lines: all(),
      ...(isStruck && {
        marked: lines.map((line) => tidyRuns(line, tidy)).filter((line) => line.length > 0),
      }),
    }),
  }
}

/** Gives the stored form of a line: composed Unicode, no invisible characters, single spaces. */
export function tidyLine(line: string): string {
  return line.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim()
}
