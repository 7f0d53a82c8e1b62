/** A piece of text on a page: the start of its baseline and its size, in points from the lower left. */
export type Piece = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The longest bills have about five thousand pages. */
const MOST_PAGES = 20_000

/**
 * Gives the printed lines of each page. Never call it in the main thread: read-pdf.ts says why. The library is loaded
 * with the first document.
 */
export async function parsePdf(bytes: Uint8Array): Promise<string[][]> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(bytes, { verbosity: 0 })
  try {
    const { numPages } = document
    if (numPages > MOST_PAGES) throw new Error(`it has ${numPages} pages, more than ${MOST_PAGES}`)
    const pages: string[][] = []
    for (let number = 1; number <= numPages; number += 1) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      pages.push(linesOf(items.flatMap((item) => ('str' in item ? [pieceOf(item)] : []))))
      page.cleanup()
    }
    return pages
  } finally {
    await document.loadingTask.destroy()
  }
}

type Item = { str: string; transform: readonly unknown[]; width: number; height: number }

function pieceOf({ str, transform, width, height }: Item): Piece {
  return { text: str, x: Number(transform[4]), y: Number(transform[5]), width, height }
}

/** Joins pieces on one baseline from left to right. A gap wider than a quarter of the letters' height is a space. */
function linesOf(pieces: readonly Piece[]): string[] {
  const rows: Piece[][] = []
  for (const piece of pieces.filter(({ text }) => text.trim() !== '').toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1)
    const height = Math.max(piece.height, row?.[0]?.height ?? 0, 1)
    if (row !== undefined && Math.abs(row[0]!.y - piece.y) < height / 2) row.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => {
    let line = ''
    let end = Number.NaN
    for (const { text, x, width, height } of row.toSorted((a, b) => a.x - b.x)) {
      line += x - end > Math.max(height, 1) / 4 ? ` ${text}` : text
      end = x + width
    }
    return line
  })
}
