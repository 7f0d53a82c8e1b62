import { uncomparedRanges } from './uncompared-ranges.ts'

/** The words of a text that are compared with those of other texts. Case, signs and spaces do not count. */
export type WordList = {
  /** Each word as a number. Equal words have equal numbers. */
  readonly ids: Int32Array
  /** Where each word starts and ends in the text, in UTF-16 units. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 if words that are not compared stand before this word. */
  readonly follows_gap: Uint8Array
  /** 1 if the word has only digits. Many texts print the number of each line among the words. */
  readonly numbers: Uint8Array
}

/** Reads the words of a text. Enacting clauses, page heads, menus and options of PDF programs are left out. */
export function wordListOf(text: string): WordList {
  const most = Math.ceil(text.length / 2)
  const ids = new Int32Array(most)
  const starts = new Int32Array(most)
  const ends = new Int32Array(most)
  const follows_gap = new Uint8Array(most)
  const numbers = new Uint8Array(most)
  let count = 0
  let from = 0
  for (const range of [...uncomparedRanges(text), { start: text.length, end: text.length }]) {
    const first = count
    count = readWords(text, from, range.start, { ids, starts, ends, numbers, count })
    if (first > 0 && count > first) follows_gap[first] = 1
    from = range.end
  }
  return {
    ids: ids.slice(0, count),
    starts: starts.slice(0, count),
    ends: ends.slice(0, count),
    follows_gap: follows_gap.slice(0, count),
    numbers: numbers.slice(0, count),
  }
}

type Filled = {
  readonly ids: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly numbers: Uint8Array
  readonly count: number
}

/** Adds the words between two offsets, and gives the new number of words. */
function readWords(text: string, from: number, to: number, filled: Filled): number {
  let { count } = filled
  let at = from
  while (at < to) {
    if (letterAt(text, at) === 0) {
      at += 1
      continue
    }
    const start = at
    let end = at
    let hash = HASH_START
    let isNumber = true
    while (at < to) {
      const letter = letterAt(text, at)
      if (letter === 0 && !isInnerApostrophe(text, at, to)) break
      if (letter !== 0) {
        hash = Math.imul(hash ^ letter, HASH_FACTOR)
        if (letter < FIRST_DIGIT || letter > LAST_DIGIT) isNumber = false
      }
      at += 1
      end = at
    }
    filled.ids[count] = hash ^ (hash >>> 15)
    filled.starts[count] = start
    filled.ends[count] = end
    filled.numbers[count] = isNumber ? 1 : 0
    count += 1
  }
  return count
}

/** FNV-1a over the small letters of a word. */
const HASH_START = -2_128_831_035
const HASH_FACTOR = 16_777_619
const FIRST_DIGIT = 48
const LAST_DIGIT = 57

/** The code of the small letter or digit at an offset; 0 if it is another sign. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 128) {
    if (code >= 97 && code <= 122) return code
    if (code >= 48 && code <= 57) return code
    return code >= 65 && code <= 90 ? code + 32 : 0
  }
  const sign = text[at]!
  return /[\p{L}\p{N}]/u.test(sign) ? sign.toLowerCase().charCodeAt(0) : 0
}

const isInnerApostrophe = (text: string, at: number, to: number): boolean =>
  (text[at] === "'" || text[at] === '’') && at + 1 < to && letterAt(text, at + 1) !== 0
