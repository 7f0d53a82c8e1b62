/** A stretch of a text, in UTF-16 units. */
export type TextRange = { readonly start: number; readonly end: number }

/**
 * Finds what two texts share for other reasons than their content: options of PDF programs that became part of the text,
 * menus of web sites, page heads, and formulas such as enacting and severability clauses. Gives the ranges in order.
 */
export function uncomparedRanges(text: string): TextRange[] {
  return joinRanges([...pdfOptions(text), ...lineRanges(text)])
}

/** From `<< /ASCII85EncodePages false` to `setdistillerparams` and `setpagedevice`, or to the last `>>`. */
const PDF_OPTION =
  /\/(?:ASCII85EncodePages|AntiAliasColorImages|CompatibilityLevel|ColorImageDict|DetectBlends)\b/gu
const PDF_OPTIONS_END = /(?:>>\s*)?set(?:distillerparams|pagedevice)/gu
/** An option such as `/Optimize true` or `/Verdana-Bold`. */
const PDF_NAME = /\/[A-Z][\w-]*(?:\s+(?:true|false|[\d.]+|\/\w+|\(\w*\)))?/gu
/** Fewer names in a row may be part of a bill. */
const FEWEST_NAMES = 10
/** Characters between two names of one block. */
const WIDEST_SPACE = 120

function pdfOptions(text: string): TextRange[] {
  if (text.search(PDF_OPTION) === -1) return []
  const blocks: { start: number; end: number; names: number }[] = []
  for (const { index, 0: name } of text.matchAll(PDF_NAME)) {
    const last = blocks.at(-1)
    if (last !== undefined && index - last.end <= WIDEST_SPACE) {
      last.end = index + name.length
      last.names += 1
    } else blocks.push({ start: index, end: index + name.length, names: 1 })
  }
  const ends = [...text.matchAll(PDF_OPTIONS_END)].map((found) => found.index + found[0].length)
  return blocks
    .filter(({ names }) => names >= FEWEST_NAMES)
    .map(({ start, end }) => ({
      start,
      end: Math.max(end, ...ends.filter((one) => one >= end && one - end <= WIDEST_SPACE)),
    }))
}

const FORMULA =
  /\b(?:be it (?:further )?(?:enacted|ordained|resolved) by|it is hereby enacted|do enact as follows|enacts? as follows|(?:held|declared|adjudged) (?:to be )?(?:invalid|unconstitutional)|provisions of this (?:act|chapter|section|article) are severable)\b/iu
const FURNITURE =
  /\bjavascript\b|\bcookies?\b|^(?:skip (?:to|all)|privacy policy|terms of use|opens in|page \d+ of \d+|calendar no)|^\W*\d{1,4}\W*$/iu
/** Longer lines are paragraphs, and of them only the sentence of a formula is left out. Some texts are one single line. */
const MOST_LINE_CHARACTERS = 400

function lineRanges(text: string): TextRange[] {
  const ranges: TextRange[] = []
  let menu: TextRange[] = []
  const endMenu = (): void => {
    if (menu.length >= FEWEST_MENU_LINES) ranges.push({ start: menu[0]!.start, end: menu.at(-1)!.end })
    menu = []
  }
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const isParagraph = end - start > MOST_LINE_CHARACTERS
    const line = isParagraph ? '' : text.slice(start, end).trim()
    if (isParagraph) ranges.push(...formulaSentences(text, start, end))
    else if (FORMULA.test(line) || FURNITURE.test(line)) ranges.push({ start, end })
    if (isMenuLine(line)) menu.push({ start, end })
    else if (isParagraph || line !== '') endMenu()
    start = end + 1
  }
  endMenu()
  return ranges
}

const FORMULAS = new RegExp(FORMULA.source, 'giu')
/** Characters of a sentence before and after the words by which a formula is known. */
const MOST_BEFORE = 200
const MOST_AFTER = 400

/** The sentences of a paragraph that are formulas. */
function formulaSentences(text: string, from: number, to: number): TextRange[] {
  return [...text.slice(from, to).matchAll(FORMULAS)].map((found) => {
    const first = from + found.index
    const last = first + found[0].length
    const before = text.slice(Math.max(from, first - MOST_BEFORE), first)
    const after = text.slice(last, Math.min(to, last + MOST_AFTER))
    const sentence = before.search(/(?<=[.;:] )[^.;:]*$/u)
    const end = after.search(/[.:;]/u)
    return {
      start: sentence === -1 ? first : first - before.length + sentence,
      end: end === -1 ? last : last + end + 1,
    }
  })
}

const FEWEST_MENU_LINES = 12
const MENU_LINE = /^\p{Lu}[\p{L}'’&-]*(?:[ ,/|&]+[\p{L}'’&-]+){0,5}$/u

/** `About the Legislature`, one of many such lines. The lines of a bill end with signs, or begin with numbers. */
const isMenuLine = (line: string): boolean => line.length <= 60 && MENU_LINE.test(line)

function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
