import type { RankingMethod } from '../../../schemas/http/bills/asked-bills.ts'

/** The ids of the bills that a method found, best first. */
export type Rankings = Readonly<Partial<Record<RankingMethod, readonly number[]>>>

export type FusedBill = {
  readonly id: number
  /** The place in the ranking of each method, counted from 1; null if the method did not find it. */
  readonly ranks: Readonly<Record<RankingMethod, number | null>>
}

/** Measured with judged questions: docs/search.md. */
const weights: Readonly<Record<RankingMethod, number>> = { words: 1, vectors: 2 }
const K = 20

/**
 * Joins rankings by their places alone (reciprocal rank fusion), since scores of different methods cannot be compared. A
 * bill of equal score has the order of its id.
 */
export function fuseRankings(rankings: Rankings): FusedBill[] {
  const words = placesOf(rankings.words)
  const vectors = placesOf(rankings.vectors)
  return [...new Set([...words.keys(), ...vectors.keys()])]
    .map((id) => {
      const ranks = { words: words.get(id) ?? null, vectors: vectors.get(id) ?? null }
      return { id, ranks, score: shareOf('words', ranks) + shareOf('vectors', ranks) }
    })
    .sort((one, other) => other.score - one.score || one.id - other.id)
    .map(({ id, ranks }) => ({ id, ranks }))
}

const placesOf = (ids: readonly number[] = []): ReadonlyMap<number, number> =>
  new Map(ids.map((id, index) => [id, index + 1]))

function shareOf(method: RankingMethod, ranks: FusedBill['ranks']): number {
  const rank = ranks[method]
  return rank === null ? 0 : weights[method] / (K + rank)
}
