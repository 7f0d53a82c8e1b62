import { areEqualWords } from '../words/equal-words.ts'
import { extend, type Stretch } from './find-stretches.ts'

/** Equal words in a row with which a passage may go on. They count only beside a stretch. */
const FEWEST_WORDS = 3
/** Words that may stand between them and the stretch, in either text. */
const WIDEST_GAP = 8
/** A text without end must not take time without end. */
const MOST_STEPS = 2_000

/** A document of a library: its words are those between two places. */
export type DocumentWords = { readonly words: Int32Array; readonly from: number; readonly to: number }

/**
 * Adds the stretches that go on where another one ends or before it starts, after words that were replaced, dropped or
 * added. They may be too short to be found by themselves.
 */
export function continueStretches(
  ids: Int32Array,
  document: DocumentWords,
  stretches: readonly Stretch[],
): Stretch[] {
  const all = [...stretches]
  const known = new Set(stretches.map(nameOf))
  for (let index = 0; index < all.length && index < MOST_STEPS; index += 1) {
    for (const direction of [1, -1] as const) {
      const next = neighbor(ids, document, all[index]!, direction)
      if (next === undefined || known.has(nameOf(next))) continue
      known.add(nameOf(next))
      all.push(next)
    }
  }
  return all
}

const nameOf = ({ at, other }: Stretch): string => `${at} ${other}`

/** The nearest equal words after the end of a stretch, or before its start. */
function neighbor(
  ids: Int32Array,
  { words, from, to }: DocumentWords,
  { at, other, length }: Stretch,
  direction: 1 | -1,
): Stretch | undefined {
  const mine = direction === 1 ? at + length : at - FEWEST_WORDS
  const theirs = from + (direction === 1 ? other + length : other - FEWEST_WORDS)
  for (let distance = 1; distance <= 2 * WIDEST_GAP; distance += 1) {
    const most = Math.min(distance, WIDEST_GAP)
    for (let gap = Math.max(0, distance - WIDEST_GAP); gap <= most; gap += 1) {
      const [here, position] = [mine + direction * gap, theirs + direction * (distance - gap)]
      if (here < 0 || here + FEWEST_WORDS > ids.length) continue
      if (position < from || position + FEWEST_WORDS > to) continue
      if (!areEqualWords(ids, here, words, position, FEWEST_WORDS)) continue
      return extend(ids, here, { words, position, seed: FEWEST_WORDS, from, to })
    }
  }
  return undefined
}
