import { dividedLines } from './joined-lines.ts'
import { tidyLine } from './lines.ts'
import { withoutFurniture } from './page-furniture.ts'
import { reflow } from './reflow.ts'

/**
 * Gives the paragraphs of a printed text. Pages end with form feeds or, as some extractors write them, with empty
 * lines. A text whose lines were joined is divided where lines can only begin.
 */
export function linesOfPlainText(text: string): string[] {
  return dividedLines(linesOfPages(pagesOf(text)))
}

/** Gives the paragraphs of pages, each a list of printed lines. */
export function linesOfPages(pages: readonly (readonly string[])[]): string[] {
  return reflow(withoutFurniture(pages))
}

function pagesOf(text: string): string[][] {
  const normal = text.replace(/\r\n?/gu, '\n')
  const byFeed = normal.split('\f')
  const pages = byFeed.length > 1 ? byFeed : splitByLength(normal)
  return pages.map((page) => page.split('\n'))
}

/** Empty lines are ends of pages if most parts between them are as long as a page: twenty lines or more. */
function splitByLength(text: string): string[] {
  const parts = text.split(/\n[ \t]*\n+/u)
  const long = parts.slice(0, -1).filter((part) => part.split('\n').length >= PAGE_LINES)
  return parts.length > 1 && long.length * 2 >= parts.length - 1 ? parts : [text]
}
const PAGE_LINES = 15

/**
 * Reads a page of the Alaska legislature that another program has put into one line. The site's menu is before the
 * bill, and its address after it. Two-digit line numbers are found by their order: 00 before the title, then 01 to 31
 * on every page. Some have none. Null for any other text.
 */
export function linesOfAlaska(text: string): string[] | null {
  const site = /^(.*?\sDetail FullText txt\s)?(.*?)\sWelcome to\s?The Alaska State Legislature\s/su.exec(text)
  if (site === null) return null
  const bill = site[2] ?? ''
  const lines: string[] = []
  let from: number | null = null
  let last = -1
  for (const match of bill.matchAll(/(?:^|\s)(\d\d(?=\s)|00(?=Enrolled))/gu)) {
    const value = Number(match[1])
    const fits = from === null ? value === 0 : value === last + 1 || (value === 1 && last >= 10)
    if (!fits) continue
    if (from !== null) lines.push(bill.slice(from, match.index))
    from = match.index + match[0].length
    last = value
  }
  lines.push(bill.slice(from ?? 0))
  return dividedLines(reflow([lines.map(tidyLine)]))
}
