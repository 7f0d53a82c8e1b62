import { diffArrays } from 'diff'
import { findAnchors, type PositionPair } from './find-anchors.ts'

import type { WorkLimit } from './work-limit.ts'

/** Most items that two lists may differ in. The work grows with its square. */
const EDITS_MAX = 2_000

/** Longer lists are first divided at stretches of items that each list has once. */
const LONG_LIST = 3_000

/**
 * Gives a sequence of items that both lists have in the same order, as long as possible. Gives undefined if a limit of work
 * is reached; a limit that is reached within a long list leaves out a stretch of it.
 */
export function commonSequence(
  from: readonly number[],
  to: readonly number[],
  limit: WorkLimit,
): PositionPair[] | undefined {
  const anchors = from.length + to.length < LONG_LIST ? [] : findAnchors(from, to)
  if (anchors.length === 0) return longestSequence(from, to, limit)
  const pairs: PositionPair[] = []
  let [i, j] = [0, 0]
  for (const [nextFrom, nextTo] of [...anchors, [from.length, to.length] as const]) {
    const between = longestSequence(from.slice(i, nextFrom), to.slice(j, nextTo), limit)
    if (between === undefined) limit.coarsen()
    for (const [a, b] of between ?? []) pairs.push([i + a, j + b])
    ;[i, j] = [nextFrom, nextTo]
  }
  return pairs
}

function longestSequence(
  from: readonly number[],
  to: readonly number[],
  limit: WorkLimit,
): PositionPair[] | undefined {
  // Items of only one list are never common, so they are left out: the work grows with the number of edits.
  const fromPlaces = placesOfShared(from, new Set(to))
  const toPlaces = placesOfShared(to, new Set(from))
  const edits_max = Math.min(EDITS_MAX, Math.floor(Math.sqrt(limit.left)))
  const changes = diffArrays(
    fromPlaces.map((place) => from[place]!),
    toPlaces.map((place) => to[place]!),
    { maxEditLength: edits_max },
  )
  if (changes === undefined) {
    limit.spend(Math.min(limit.left, edits_max ** 2))
    return undefined
  }
  const pairs: PositionPair[] = []
  let edits = 0
  let [i, j] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (removed) i += count
    else if (added) j += count
    else for (let n = 0; n < count; n += 1) pairs.push([fromPlaces[i++]!, toPlaces[j++]!])
    if (added || removed) edits += count
  }
  limit.spend(Math.min(limit.left, edits ** 2 + from.length + to.length))
  return pairs
}

const placesOfShared = (items: readonly number[], others: ReadonlySet<number>): number[] =>
  items.flatMap((item, place) => (others.has(item) ? [place] : []))
