import { increasingSubsequence } from './increasing-subsequence.ts'

/** Positions of an item in both lists. */
export type PositionPair = readonly [from: number, to: number]

/** Items of a stretch. */
const SIZE = 3

/**
 * Finds where two lists are surely the same: the starts of stretches that each list has exactly once, as many as are in the
 * same order in both.
 */
export function findAnchors(from: readonly number[], to: readonly number[]): PositionPair[] {
  const places = placesOfUnique(from)
  const pairs = [...placesOfUnique(to)].flatMap(([stretch, place]): PositionPair[] => {
    const other = places.get(stretch)
    return other === undefined ? [] : [[other, place]]
  })
  pairs.sort((a, b) => a[1] - b[1])
  return increasingSubsequence(pairs.map(([place]) => place)).map((at) => pairs[at]!)
}

function placesOfUnique(items: readonly number[]): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (let place = 0; place + SIZE <= items.length; place += 1) {
    const stretch = items.slice(place, place + SIZE).join(' ')
    if (places.has(stretch)) repeated.add(stretch)
    places.set(stretch, place)
  }
  for (const stretch of repeated) places.delete(stretch)
  return places
}
