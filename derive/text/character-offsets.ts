/**
 * Gives a function that turns an offset in UTF-16 units of the text into one in Unicode characters, which readers in
 * any language can use.
 */
export function characterOffsets(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(/[\u{10000}-\u{10ffff}]/gu)].map(({ index }) => index)
  if (pairs.length === 0) return (offset) => offset
  return (offset) => offset - pairsBefore(pairs, offset)
}

/** The number of pairs that begin before the offset, by binary search. */
function pairsBefore(pairs: readonly number[], offset: number): number {
  let low = 0
  let high = pairs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (pairs[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low
}
