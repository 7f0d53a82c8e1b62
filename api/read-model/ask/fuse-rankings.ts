import type { RankingMethod } from '../../../schemas/http/bills/asked-bills.ts'

/** A bill that words found. */
export type FoundByWords = {
  readonly id: number
  /** Its score as a share of that of a bill that has all words of the question at best: 0 to 1. */
  readonly share: number
}

/** A bill with its vector. */
export type FoundByVectors = {
  readonly id: number
  readonly codes: Int8Array
  /** With the vector of the question. */
  readonly cosine: number
}

/** What each method found, best first. */
export type Found = {
  readonly words: readonly FoundByWords[]
  /** Empty without a model. */
  readonly vectors: readonly FoundByVectors[]
  /** The vectors of bills that only words found. A bill without one has no likeness in meaning. */
  readonly others: readonly FoundByVectors[]
}

export type FusedBill = {
  readonly id: number
  /** The place in the ranking of each method, counted from 1; null if the method did not find it. */
  readonly ranks: Readonly<Record<RankingMethod, number | null>>
}

/** Measured with judged questions: docs/search.md. Words count by the square of their share, so few of them count little. */
const WORDS = 0.2
const LIKENESS = 0.2
/** The best bills, to which the others are compared. */
const BEST = 5

type Scored = FusedBill & { readonly score: number; readonly codes: Int8Array | undefined }

/**
 * Joins what words and vectors found: the likeness in meaning, with a share for the words that a bill has. Then bills that
 * are like the five best rise, since a good answer is seldom alone. Without vectors, the order of words stays. A bill of
 * equal score has the order of its id.
 */
export function fuseFound({ words, vectors, others }: Found): FusedBill[] {
  const shares = new Map(words.map(({ id, share }) => [id, share]))
  const wordPlaces = placesOf(words)
  const vectorPlaces = placesOf(vectors)
  const known = new Map([...others, ...vectors].map((one) => [one.id, one]))
  const ids = [...new Set([...shares.keys(), ...vectorPlaces.keys()])]
  const ranksOf = (id: number) => ({
    ranks: { words: wordPlaces.get(id) ?? null, vectors: vectorPlaces.get(id) ?? null },
  })
  if (vectors.length === 0) return ids.map((id) => ({ id, ...ranksOf(id) }))
  const scored = ids.map((id): Scored => {
    const score = (known.get(id)?.cosine ?? 0) + WORDS * (shares.get(id) ?? 0) ** 2
    return { id, ...ranksOf(id), score, codes: known.get(id)?.codes }
  })
  const best = inOrder(scored).slice(0, BEST)
  const center = centerOf(best.flatMap(({ codes }) => codes ?? []))
  return inOrder(
    scored.map((one) => ({
      ...one,
      score: one.score + (one.codes === undefined ? 0 : LIKENESS * center(one.codes)),
    })),
  ).map(({ id, ranks }) => ({ id, ranks }))
}

const placesOf = (found: readonly { readonly id: number }[]): ReadonlyMap<number, number> =>
  new Map(found.map(({ id }, index) => [id, index + 1]))

const inOrder = (scored: readonly Scored[]): Scored[] =>
  scored.toSorted((one, other) => other.score - one.score || one.id - other.id)

/** Gives the cosine of a vector with the mean of others, each with the length 1. */
function centerOf(vectors: readonly Int8Array[]): (codes: Int8Array) => number {
  const sum = new Float64Array(vectors[0]?.length ?? 0)
  for (const codes of vectors) {
    const length = lengthOf(codes)
    if (length === 0) continue
    for (let at = 0; at < sum.length; at += 1) sum[at]! += codes[at]! / length
  }
  const own = lengthOf(sum)
  return (codes) => {
    const lengths = own * lengthOf(codes)
    if (lengths === 0) return 0
    let product = 0
    for (let at = 0; at < sum.length; at += 1) product += sum[at]! * codes[at]!
    return product / lengths
  }
}

function lengthOf(vector: Int8Array | Float64Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}
