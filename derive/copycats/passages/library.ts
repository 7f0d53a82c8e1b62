import { areEqualWords } from '../words/equal-words.ts'
import { shingleHash } from '../words/shingle-hash.ts'

/** Words of a shingle: shorter equal stretches are not looked up. */
export const SEED_WORDS = 6

/**
 * The words of documents one after another, and where each shingle stands among them. Typed arrays take a third of the
 * memory of a map. Shingles are divided into slots by the first bits of their hash.
 */
export type Library = {
  readonly words: Int32Array
  /** Where each document starts among the words, and at last where the last one ends. */
  readonly bounds: Int32Array
  /** The document of each word. */
  readonly owners: Int32Array
  /** Where the positions of each slot start and end. */
  readonly slots: Uint32Array
  readonly ends: Uint32Array
  /** Positions of shingles among the words, slot by slot, in each slot in order. */
  readonly positions: Uint32Array
  /** How far a hash is shifted to give its slot. */
  readonly shift: number
}

const FEWEST_SLOT_BITS = 8
const MOST_SLOT_BITS = 22

export function createLibrary(documents: readonly Int32Array[]): Library {
  const bounds = new Int32Array(documents.length + 1)
  documents.forEach((ids, index) => {
    bounds[index + 1] = bounds[index]! + ids.length
  })
  const total = bounds[documents.length]!
  const words = new Int32Array(total)
  const owners = new Int32Array(total)
  documents.forEach((ids, index) => {
    words.set(ids, bounds[index])
    owners.fill(index, bounds[index], bounds[index + 1])
  })
  const bits = Math.min(MOST_SLOT_BITS, Math.max(FEWEST_SLOT_BITS, Math.ceil(Math.log2(total + 1)) - 1))
  return { words, bounds, owners, ...fillSlots(words, owners, 32 - bits), shift: 32 - bits }
}

/** A shingle that a document repeats more often is a formula of that document: further places are left out. */
const MOST_REPEATS = 16

/** Counts the shingles of each slot, then puts each into its place. */
function fillSlots(
  words: Int32Array,
  owners: Int32Array,
  shift: number,
): Pick<Library, 'slots' | 'ends' | 'positions'> {
  const slots = new Uint32Array(2 ** (32 - shift) + 1)
  const slotOf = new Uint32Array(words.length)
  let shingles = 0
  const isWhole = (at: number): boolean =>
    at + SEED_WORDS <= words.length && owners[at] === owners[at + SEED_WORDS - 1]
  for (let at = 0; at < words.length; at += 1) {
    if (!isWhole(at)) continue
    const slot = shingleHash(words, at, SEED_WORDS) >>> shift
    slotOf[at] = slot
    slots[slot + 1]! += 1
    shingles += 1
  }
  for (let slot = 1; slot < slots.length; slot += 1) slots[slot]! += slots[slot - 1]!
  const ends = slots.slice()
  const positions = new Uint32Array(shingles)
  for (let at = 0; at < words.length; at += 1) {
    if (!isWhole(at)) continue
    const slot = slotOf[at]!
    let repeats = 0
    for (let entry = ends[slot]! - 1; entry >= slots[slot]! && repeats < MOST_REPEATS; entry -= 1) {
      const position = positions[entry]!
      if (owners[position] !== owners[at]) break
      if (areEqualWords(words, at, words, position, SEED_WORDS)) repeats += 1
    }
    if (repeats === MOST_REPEATS) continue
    positions[ends[slot]!] = at
    ends[slot]! += 1
  }
  return { slots, ends, positions }
}
