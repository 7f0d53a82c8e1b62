import { wordingOf } from '../../diff/same-wording.ts'
import type { Span } from '../words/span.ts'

const LABEL = /^[“"(\s]*\w{1,5}[).]+\s*/u
/** So many words on each side make a place, unless the line begins or ends there. */
const WORDS_ON_A_SIDE = 3
const WORDS_ON_BOTH_SIDES = 12
/** The rows of a table have up to three words, and the same ones stand in many rows. */
const WORDS_OF_A_WHOLE_LINE = 4

/** Whether the words around two spans are the same, so that one stands in the place of the other. */
export function isSamePlace(before: Span, from_line: Span, after: Span, to_line: Span): boolean {
  const older = wordsAround(before, from_line)
  const newer = wordsAround(after, to_line)
  const left = sameRun(older.left.toReversed(), newer.left.toReversed())
  const right = sameRun(older.right, newer.right)
  if (left.is_whole && right.is_whole) return left.words + right.words >= WORDS_OF_A_WHOLE_LINE
  return (
    (left.is_whole || left.words >= WORDS_ON_A_SIDE) &&
    (right.is_whole || right.words >= WORDS_ON_A_SIDE) &&
    left.words + right.words >= WORDS_ON_BOTH_SIDES
  )
}

/** More characters than the words that make a place. */
const NEAR = 400

/** The words of the line before a span, without a label of a paragraph, and those behind it. */
function wordsAround({ start, end }: Span, line: Span) {
  const before = line.text.slice(0, start - line.start).replace(LABEL, '')
  const behind = end - line.start
  return { left: wordsIn(before.slice(-NEAR)), right: wordsIn(line.text.slice(behind, behind + NEAR)) }
}

const wordsIn = (text: string): string[] =>
  text.split(/[\s—]+/u).flatMap((part) => {
    const word = wordingOf(part)
    return word === '' ? [] : [word]
  })

/** How many words are the same from the first one on, and whether these are all words of both. */
function sameRun(older: readonly string[], newer: readonly string[]) {
  const differing = older.findIndex((word, place) => word !== newer[place])
  const words = differing === -1 ? older.length : differing
  return { words, is_whole: words === older.length && words === newer.length }
}
