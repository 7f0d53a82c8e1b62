/** Gives the place of a UTF-16 unit of a text in Unicode characters, as readers of the API count. */
export type CharacterPlaces = (unit: number) => number

/** Only characters outside of the basic plane, such as emoji, take two units. Nearly every text has none. */
export function characterPlaces(text: string): CharacterPlaces {
  const pairs = [...text.matchAll(/[\u{10000}-\u{10FFFF}]/gu)].map(({ index }) => index)
  if (pairs.length === 0) return (unit) => unit
  return (unit) => unit - countBefore(pairs, unit)
}

/** How many of the sorted numbers are smaller. */
function countBefore(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
