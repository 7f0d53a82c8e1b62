/** Text as it is read, piece by piece, into lines: one paragraph or heading a line. */
export type Lines = {
  readonly text: (piece: string) => void
  /** What comes next is another line. */
  readonly end: () => void
  /** Puts the next piece at the end of the last line: what closes a paragraph and stands after it. */
  readonly reopen: () => void
  readonly isEmpty: () => boolean
  readonly all: () => string[]
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2064\uFEFF]/gu

export function createLines(): Lines {
  const lines: string[] = []
  let open: string[] = []
  const end = (): void => {
    const line = tidyLine(open.join(''))
    if (line !== '') lines.push(line)
    open = []
  }
  return {
    text: (piece) => {
      open.push(piece)
    },
    end,
    reopen: () => {
      end()
      const last = lines.pop()
      if (last !== undefined) open = [last]
    },
    isEmpty: () => open.every((piece) => piece.trim() === ''),
    all: () => {
      end()
      return lines
    },
  }
}

/** One line as it is stored: composed, without invisible characters, single spaces. */
export function tidyLine(line: string): string {
  return line.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim()
}
