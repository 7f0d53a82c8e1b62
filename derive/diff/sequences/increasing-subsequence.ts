/** Gives the positions of a longest strictly increasing subsequence. */
export function increasingSubsequence(values: readonly number[]): number[] {
  /** For each length, the position that ends a subsequence of that length with the least value. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  values.forEach((value, position) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]!]! < value) low = middle + 1
      else high = middle
    }
    before.push(ends[low - 1])
    ends[low] = position
  })
  const positions: number[] = []
  for (let position = ends.at(-1); position !== undefined; position = before[position])
    positions.push(position)
  return positions.reverse()
}
