/**
 * Removes what a printer adds to every page: line numbers, running heads and feet, page numbers. A page is a list of
 * lines. Pure.
 */
export function withoutFurniture(pages: readonly (readonly string[])[]): string[][] {
  const numbered = endOfNumbers(pages.map(withoutLineNumbers))
  const edges = repeatedEdges(numbered.map(({ lines }) => lines))
  return numbered.map(({ lines, is_numbered }, index) => {
    const isFirst = index === 0
    const bare = trimEdges(lines, edges, isFirst)
    return is_numbered && !isFirst ? withoutUnnumbered(bare) : bare.map(({ text }) => text)
  })
}

type Line = { readonly text: string; readonly had_number: boolean }
type Page = { readonly lines: readonly Line[]; readonly is_numbered: boolean }

const NUMBERED = /^\s*(\d{1,2})(?:\s+(.*))?$/u
/** The share of a page's lines that must have a number before the page counts as numbered. */
const MOST = 0.5
const EDGE_LINES = 4

/**
 * Line numbers increase by one from the first: `1 (b) …`, `2 (c) …`. A list with its own numbers seldom does so on
 * most lines.
 */
function withoutLineNumbers(page: readonly string[]): Page {
  const lines = page.filter((line) => line.trim() !== '')
  let next: number | null = null
  let found = 0
  const read = lines.map((line): Line => {
    const match = NUMBERED.exec(line)
    const number = match === null ? null : Number(match[1])
    const fits = number !== null && (next === null ? number <= 1 : number === next)
    if (!fits) return { text: line, had_number: false }
    next = number + 1
    found += 1
    return { text: match?.[2] ?? '', had_number: true }
  })
  const isNumbered = found >= 3 && found >= lines.length * MOST
  return isNumbered
    ? { lines: read, is_numbered: isNumbered }
    : { lines: lines.map((text) => ({ text, had_number: false })), is_numbered: isNumbered }
}

/**
 * The numbers of a document may end within a page, if another print of the bill follows there. Such a page begins with
 * numbers on consecutive lines, and the others keep theirs.
 */
function endOfNumbers(pages: readonly Page[]): readonly Page[] {
  if (!pages.some(({ is_numbered }) => is_numbered)) return pages
  return pages.map((page) => {
    if (page.is_numbered) return page
    const first = page.lines.findIndex(({ text }) => /^\s*1\s/u.test(text))
    if (first === -1 || first >= EDGE_LINES) return page
    const own = page.lines.slice(first)
    const breaks = own.findIndex(({ text }, at) => Number(NUMBERED.exec(text)?.[1]) !== at + 1)
    const count = breaks === -1 ? own.length : breaks
    const isLastPage = count >= 2 && own.length - count <= 1
    if (count < FEWEST_NUMBERS && !isLastPage) return page
    const bare = own.slice(0, count).map(({ text }) => NUMBERED.exec(text)?.[2] ?? '')
    const lines = bare.map((text) => ({ text, had_number: true }))
    return { is_numbered: false, lines: [...page.lines.slice(0, first), ...lines, ...own.slice(count)] }
  })
}
const FEWEST_NUMBERS = 5

/** Finds lines at the edges of at least half of the pages. Digits are ignored. */
function repeatedEdges(pages: readonly (readonly Line[])[]): ReadonlySet<string> {
  const times = new Map<string, number>()
  for (const page of pages) {
    const edge = [...page.slice(0, EDGE_LINES), ...page.slice(-EDGE_LINES)].filter(
      ({ had_number }) => !had_number,
    )
    for (const shape of new Set(edge.map(shapeOf))) times.set(shape, (times.get(shape) ?? 0) + 1)
  }
  const enough = Math.max(2, pages.length / 2)
  return new Set([...times].filter(([, count]) => count >= enough).map(([shape]) => shape))
}

const shapeOf = ({ text }: Line): string =>
  text.trim().toLowerCase().replace(/\d+/gu, '#').replace(/\s+/gu, ' ')
/**
 * Matches `12`, `- 12 -`, `Page 2 of 3`, `Page No. 1 25.0776.04000`, and Vermont's drafting numbers, which also end
 * single pages.
 */
const PAGE_NUMBER =
  /^\W*(?:page\s*)?(?:no\.?\s*)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?\W*$|^page (?:no\. )?\d{1,4} [\d.]+$|^VT LEG #\d+ v\.\d+$/iu
const isPageNumber = ({ text, had_number }: Line): boolean => !had_number && PAGE_NUMBER.test(text.trim())

/** The head of the first page is the title of the bill, so only its foot is removed. */
function trimEdges(lines: readonly Line[], edges: ReadonlySet<string>, isFirst: boolean): readonly Line[] {
  const isFurniture = (line: Line): boolean =>
    !line.had_number && (edges.has(shapeOf(line)) || isPageNumber(line))
  let [from, to] = [0, lines.length]
  if (!isFirst) while (from < to && from < EDGE_LINES && isFurniture(lines[from]!)) from += 1
  const least = Math.max(from, lines.length - EDGE_LINES)
  while (to > least && isFurniture(lines[to - 1]!)) to -= 1
  return lines.slice(from, to)
}

/** On a numbered page, lines above the first number or below the last are not part of the text. */
function withoutUnnumbered(lines: readonly Line[]): string[] {
  const first = lines.findIndex(({ had_number }) => had_number)
  const last = lines.findLastIndex(({ had_number }) => had_number)
  return lines.slice(first, last + 1).map(({ text }) => text)
}
