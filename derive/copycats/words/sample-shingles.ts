import { shingleHash } from './shingle-hash.ts'

const SHINGLE_WORDS = 6
/** One shingle of so many that follow each other is kept. Texts that share 45 words in a row share at least one. */
const WINDOW = 40

/**
 * Keeps a few shingles of a text, by which other texts with the same passages find it: the one with the least hash of
 * each window ("winnowing"). Both texts of a passage keep the same ones. Gives each hash once, in ascending order.
 */
export function sampleShingles(ids: Int32Array, common: Uint8Array): number[] {
  const kept = new Set<number>()
  const hashes = hashesOf(ids, common)
  let least = -1
  for (let at = 0; at < hashes.length; at += 1) {
    if (least !== -1 && least <= at - WINDOW) least = leastOf(hashes, at - WINDOW + 1, at + 1)
    else if (least === -1 || hashes[at]! <= hashes[least]!) least = at
    if (at >= WINDOW - 1 || at === hashes.length - 1) kept.add(hashes[least]! | 0)
  }
  return [...kept].sort((a, b) => a - b)
}

/** The hashes of the shingles without a word of boilerplate. */
function hashesOf(ids: Int32Array, common: Uint8Array): Uint32Array {
  const hashes = new Uint32Array(Math.max(0, ids.length - SHINGLE_WORDS + 1))
  let count = 0
  let commonWords = 0
  for (let end = 0; end < ids.length; end += 1) {
    commonWords += common[end]!
    if (end >= SHINGLE_WORDS) commonWords -= common[end - SHINGLE_WORDS]!
    if (end < SHINGLE_WORDS - 1 || commonWords > 0) continue
    hashes[count] = shingleHash(ids, end - SHINGLE_WORDS + 1, SHINGLE_WORDS)
    count += 1
  }
  return hashes.subarray(0, count)
}

/** The last place of the least hash between two places. */
function leastOf(hashes: Uint32Array, from: number, to: number): number {
  let least = from
  for (let at = from + 1; at < to; at += 1) if (hashes[at]! <= hashes[least]!) least = at
  return least
}
