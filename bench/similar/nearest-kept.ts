import { Random } from '../../corpus/draw/random.ts'
import { cosineOf, countBits, packSigns, quantized } from '../../derive/vectors/quantized-vector.ts'

export const NEAREST_DRAWN = 200
const SEED = 2
const FIRST = 10
/** As many as the reader of questions compares. */
const COMPARED = 500

/** Gives the share of the ten nearest vectors that is found if signs choose the vectors whose bytes are compared. */
export function nearestKept(vectors: readonly Float32Array[]): number {
  const codes = vectors.map(quantized)
  const signs = codes.map(packSigns)
  const random = new Random(SEED, 0, 0)
  let kept = 0
  for (let drawn = 0; drawn < NEAREST_DRAWN; drawn += 1) {
    const own = random.below(vectors.length)
    const exact = new Set(best(vectors, FIRST, (other) => dot(vectors[own]!, other)))
    const near = best(signs, COMPARED, (other) => -differing(signs[own]!, other))
    const cosines = near.map((at) => cosineOf(codes[own]!, codes[at]!))
    kept += best(cosines, FIRST, (cosine) => cosine).filter((place) => exact.has(near[place]!)).length
  }
  return kept / (FIRST * NEAREST_DRAWN)
}

/** The places of the items with the greatest values. */
function best<T>(items: readonly T[], count: number, weigh: (item: T) => number): number[] {
  const values = items.map(weigh)
  return items
    .map((_, at) => at)
    .sort((one, other) => values[other]! - values[one]! || one - other)
    .slice(0, count)
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!
  return sum
}

function differing(one: Uint32Array, other: Uint32Array): number {
  let count = 0
  for (let at = 0; at < one.length; at += 1) count += countBits(one[at]! ^ other[at]!)
  return count
}
