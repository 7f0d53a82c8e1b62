import type { Neighbor } from '../index/bill-index.ts'

/** The bills that are most similar to one, in other jurisdictions and in its own, best first. */
export type SimilarLists = {
  readonly bill_id: number
  readonly other: readonly Neighbor[]
  readonly same: readonly Neighbor[]
}

/** The most neighbors of a list, and of one jurisdiction in it. */
export type ListLimits = { readonly most: number; readonly of_a_jurisdiction: number }

export const otherLimits: ListLimits = { most: 50, of_a_jurisdiction: 6 }
export const sameLimits: ListLimits = { most: 30, of_a_jurisdiction: 30 }

/** The better one first. Ids decide between equal scores, so that there is one order. */
const inOrder = (one: Neighbor, other: Neighbor): number => other.score - one.score || one.id - other.id

/** Gives the best of the candidates, with at most so many of each jurisdiction. */
export function bestNeighbors(
  candidates: readonly Neighbor[],
  { most, of_a_jurisdiction }: ListLimits,
): Neighbor[] {
  const counts = new Map<string, number>()
  const best: Neighbor[] = []
  for (const candidate of candidates.toSorted(inOrder)) {
    if (best.length === most) break
    const count = counts.get(candidate.jurisdiction) ?? 0
    if (count === of_a_jurisdiction) continue
    counts.set(candidate.jurisdiction, count + 1)
    best.push(candidate)
  }
  return best
}

/**
 * Adds bills to a list that has the best of all others. The result is the same as the best of all: a bill that was left
 * out before is still left out.
 */
export const withNeighbors = (
  list: readonly Neighbor[],
  added: readonly Neighbor[],
  limits: ListLimits,
): Neighbor[] => {
  const ids = new Set(added.map(({ id }) => id))
  return bestNeighbors([...list.filter(({ id }) => !ids.has(id)), ...added], limits)
}
