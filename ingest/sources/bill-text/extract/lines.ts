/** Text as it is read, piece by piece, into lines: one paragraph or heading a line. */
export type Lines = {
  readonly text: (piece: string) => void
  /** Stands before the next text, wherever its line begins. */
  readonly lead: (piece: string) => void
  /** What comes next is another line. */
  readonly end: () => void
  /** Puts the next piece at the end of the last line: what closes a paragraph and stands after it. */
  readonly reopen: () => void
  readonly all: () => string[]
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2064\uFEFF]/gu

export function createLines(): Lines {
  const lines: string[] = []
  let open: string[] = []
  let lead = ''
  const end = (): void => {
    const line = tidyLine(open.join(''))
    if (line !== '') lines.push(line)
    open = []
  }
  return {
    text: (piece) => {
      if (lead === '' || piece.trim() === '') open.push(piece)
      else {
        open.push(lead, piece.trimStart())
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
      if (last !== undefined) open = [last]
    },
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
