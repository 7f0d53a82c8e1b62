/** How well one ranking answers one question. */
export type Measures = { readonly recall_10: number; readonly ndcg_10: number; readonly hit_1: number }

const TOP = 10

/**
 * Measures a ranking against judged bills. `relevance` has the bills above 0; all others count as 0. Recall is the share of
 * the relevant bills that the first ten have, or of ten if there are more.
 */
export function measure(ranking: readonly string[], relevance: ReadonlyMap<string, number>): Measures {
  const top = ranking.slice(0, TOP)
  const gains = top.map((bill) => relevance.get(bill) ?? 0)
  const best = [...relevance.values()].sort((one, other) => other - one).slice(0, TOP)
  const relevant = gains.filter((gain) => gain > 0).length
  const possible = discounted(best)
  return {
    recall_10: best.length === 0 ? 0 : relevant / best.length,
    ndcg_10: possible === 0 ? 0 : discounted(gains) / possible,
    hit_1: (gains[0] ?? 0) > 0 ? 1 : 0,
  }
}

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)

export function meanOf(measured: readonly Measures[]): Measures {
  const mean = (of: (one: Measures) => number) =>
    measured.reduce((sum, one) => sum + of(one), 0) / Math.max(1, measured.length)
  return {
    recall_10: mean((one) => one.recall_10),
    ndcg_10: mean((one) => one.ndcg_10),
    hit_1: mean((one) => one.hit_1),
  }
}
