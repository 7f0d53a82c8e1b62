import { areEqualWords } from '../words/equal-words.ts'
import { shingleHash } from '../words/shingle-hash.ts'
import { type Library, SEED_WORDS } from './library.ts'

/** Words of this text that stand opposite words of another document, place by place. Most of them are equal. */
export type Stretch = {
  /** The place of the first word in this text, and in the other document. Both words are equal. */
  readonly at: number
  readonly other: number
  readonly length: number
  /** How many of the words are equal. */
  readonly equal: number
}

/** A stretch ends where its equal words outnumber its other words by so many less than before. */
const DROP = 6

/**
 * Finds the stretches that this text shares with each document of a library: it starts at each equal shingle and goes
 * on in both directions. What it finds for a document does not depend on the other documents.
 */
export function findStretches(ids: Int32Array, library: Library): ReadonlyMap<number, readonly Stretch[]> {
  const { words, bounds, owners, slots, ends: slotEnds, positions, shift } = library
  const found = new Map<number, Stretch[]>()
  /** Where the last stretch of each diagonal ends in this text. */
  const ends = new Map<number, number>()
  for (let at = 0; at + SEED_WORDS <= ids.length; at += 1) {
    const slot = shingleHash(ids, at, SEED_WORDS) >>> shift
    for (let entry = slots[slot]!; entry < slotEnds[slot]!; entry += 1) {
      const position = positions[entry]!
      // Two shingles may share a slot.
      if (!areEqualWords(ids, at, words, position, SEED_WORDS)) continue
      const owner = owners[position]!
      const diagonal = position - at
      if ((ends.get(diagonal) ?? 0) > at) continue
      const stretch = extend(ids, at, {
        words,
        position,
        seed: SEED_WORDS,
        from: bounds[owner]!,
        to: bounds[owner + 1]!,
      })
      ends.set(diagonal, stretch.at + stretch.length)
      const list = found.get(owner)
      if (list === undefined) found.set(owner, [stretch])
      else list.push(stretch)
    }
  }
  return found
}

/** A place in the words of a library, and so many words from there that are equal. */
export type SeedPlace = {
  readonly words: Int32Array
  readonly position: number
  readonly seed: number
  /** The bounds of the document among the words. */
  readonly from: number
  readonly to: number
}

/** Goes on from equal words, in both directions, while equal words outnumber the others. Ends at equal words. */
export function extend(ids: Int32Array, at: number, { words, position, seed, from, to }: SeedPlace): Stretch {
  let [score, best, after] = [0, 0, seed]
  for (let place = seed; at + place < ids.length && position + place < to; place += 1) {
    score += ids[at + place] === words[position + place] ? 1 : -1
    if (score > best || (score === best && score > 0)) [best, after] = [score, place + 1]
    if (score < best - DROP) break
  }
  ;[score, best] = [0, 0]
  let before = 0
  for (let place = 1; at - place >= 0 && position - place >= from; place += 1) {
    score += ids[at - place] === words[position - place] ? 1 : -1
    if (score > best) [best, before] = [score, place]
    if (score < best - DROP) break
  }
  let equal = 0
  for (let place = -before; place < after; place += 1) {
    if (ids[at + place] === words[position + place]) equal += 1
  }
  return { at: at - before, other: position - before - from, length: before + after, equal }
}
