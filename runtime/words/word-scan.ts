import { printedBeginnings } from './printed-beginnings.ts'
import { readTokens, type Token } from './tokens.ts'

/** Finds the places of some words in a long text. It reads only the neighborhoods in which one of them can be. */
export type WordScan = {
  read(text: string, take: (token: Pick<Token, 'form' | 'start' | 'end'>) => boolean): void
}

/**
 * What may stand between two letters of a word: a hyphen, an apostrophe, the comma of a number, the dot of initials, and
 * the space, after a possessive or not, between two words that are also printed as one.
 */
const BETWEEN = "(?:[-‐‑'’,. ]|['’]s )?"
/** A character that may be a letter, a part of one, or invisible. The named ones only separate words. */
const UNUSUAL = '[^\\x00-\\x7F\\u00A0‐‑–—‘’“”§•…]'

/** `forms` are those of words to find; `prefixes` are beginnings of further forms. */
export function createWordScan(forms: Iterable<string>, prefixes: Iterable<string>): WordScan {
  const beginnings = shortest([
    ...[...forms].flatMap((form) => printedBeginnings(form, false)),
    ...[...prefixes].flatMap((prefix) => printedBeginnings(prefix, true)),
  ])
  // Words with other letters are found as unusual ones.
  const plain = beginnings.filter((beginning) => /^[a-z0-9]+$/.test(beginning))
  const words = plain.map((beginning) => `\\b${[...beginning].join(BETWEEN)}`)
  // A letter after an underscore has no boundary before it.
  const pattern = new RegExp([...words, '_[a-z0-9]', UNUSUAL].join('|'), 'gi')
  return { read: (text, take) => readPlaces(text, pattern, take) }
}

/** Those that do not begin as another one. */
function shortest(beginnings: readonly string[]): string[] {
  const kept: string[] = []
  for (const one of [...beginnings].sort()) {
    // In this order, the one before it is the only one that can be its beginning.
    if (kept.length === 0 || !one.startsWith(kept.at(-1)!)) kept.push(one)
  }
  return kept
}

/** No word reaches over white space, except two words with one space between them. */
function readPlaces(text: string, pattern: RegExp, take: Parameters<WordScan['read']>[1]): void {
  let found = nextPlace(text, pattern, 0)
  while (found >= 0) {
    const start = startOfTwo(text, found)
    let end = start
    while (found >= 0 && startOfTwo(text, found) <= end) {
      end = endOfTwo(text, found)
      found = nextPlace(text, pattern, endOf(text, found))
    }
    let isWanted = true
    readTokens(text.slice(start, end), (token) => {
      isWanted = take({ form: token.form, start: start + token.start, end: start + token.end })
      return isWanted
    })
    if (!isWanted) return
  }
}

function nextPlace(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

const SPACE = 32
const isSpaceAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code === SPACE || (code >= 9 && code <= 13)
}

function startOf(text: string, at: number): number {
  let start = at
  while (start > 0 && !isSpaceAt(text, start - 1)) start -= 1
  return start
}

function endOf(text: string, at: number): number {
  let end = at
  while (end < text.length && !isSpaceAt(text, end)) end += 1
  return end
}

/** The start of the word before, if one space is between them. */
function startOfTwo(text: string, at: number): number {
  const start = startOf(text, at)
  const hasWordBefore = start > 1 && text.charCodeAt(start - 1) === SPACE && !isSpaceAt(text, start - 2)
  return hasWordBefore ? startOf(text, start - 2) : start
}

function endOfTwo(text: string, at: number): number {
  const end = endOf(text, at)
  const hasWordAfter = text.charCodeAt(end) === SPACE && end + 1 < text.length && !isSpaceAt(text, end + 1)
  return hasWordAfter ? endOf(text, end + 1) : end
}
