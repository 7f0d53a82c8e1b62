import { shingleHash } from '../words/shingle-hash.ts'
import type { WordList } from '../words/word-list.ts'
import type { WordRun } from './match-words.ts'

/** Words in a row whose share of a text is measured: the measure that others publish for texts of bills. */
const COVERED_WORDS = 8

type Words = Pick<WordList, 'ids' | 'numbers'>
/** A text with all its different stretches of eight words. */
export type CoveredText = { readonly words: Words; readonly stretches: () => ReadonlySet<number> }

/**
 * The different stretches of eight words of a text, as hashes. Numbers are left out: some texts print the number of a line
 * between its words.
 */
export const stretchesOf = (words: Words): ReadonlySet<number> => stretchesWithin(words, () => true)

/**
 * Counts the different stretches that both texts have, and whose words stand in shared runs of one of them. It is the same
 * from both sides. A changed word costs eight stretches.
 */
export function countShared(here: CoveredText, other: CoveredText, runs: readonly WordRun[]): number {
  const mine = matched(here.words, runs, ({ at }) => at)
  const theirs = matched(other.words, runs, ({ other: place }) => place)
  return mine.union(theirs).intersection(here.stretches()).intersection(other.stretches()).size
}

function matched(words: Words, runs: readonly WordRun[], startOf: (run: WordRun) => number) {
  const isMatched = new Uint8Array(words.ids.length)
  for (const run of runs) isMatched.fill(1, startOf(run), startOf(run) + run.length)
  return stretchesWithin(words, (at) => isMatched[at] === 1)
}

/** The stretches all of whose words are inside. */
function stretchesWithin({ ids, numbers }: Words, isInside: (at: number) => boolean): ReadonlySet<number> {
  const found = new Set<number>()
  const row = new Int32Array(ids.length)
  let length = 0
  for (let at = 0; at < ids.length; at += 1) {
    if (numbers[at] === 1) continue
    if (!isInside(at)) {
      length = 0
      continue
    }
    row[length] = ids[at]!
    length += 1
    if (length >= COVERED_WORDS) found.add(shingleHash(row, length - COVERED_WORDS, COVERED_WORDS))
  }
  return found
}

/** Rounded to thousandths. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000
