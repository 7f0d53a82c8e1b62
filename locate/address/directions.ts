/** Standard abbreviation of a direction by any spelling (USPS Publication 28, 233). */
export const directions: ReadonlyMap<string, string> = new Map([
  ['N', 'N'],
  ['NORTH', 'N'],
  ['NO', 'N'],
  ['S', 'S'],
  ['SOUTH', 'S'],
  ['SO', 'S'],
  ['E', 'E'],
  ['EAST', 'E'],
  ['W', 'W'],
  ['WEST', 'W'],
  ['NE', 'NE'],
  ['NORTHEAST', 'NE'],
  ['NW', 'NW'],
  ['NORTHWEST', 'NW'],
  ['SE', 'SE'],
  ['SOUTHEAST', 'SE'],
  ['SW', 'SW'],
  ['SOUTHWEST', 'SW'],
])

type Direction = { readonly direction: string; readonly words: number }

/**
 * The direction that begins at `index`, and the number of its words: `North East` is one direction, as `Northeast` is.
 */
export function directionAt(words: readonly string[], index: number): Direction | undefined {
  const first = directions.get(words[index] ?? '')
  if (first === undefined) return undefined
  const second = directions.get(words[index + 1] ?? '')
  if ((first === 'N' || first === 'S') && (second === 'E' || second === 'W')) {
    return { direction: first + second, words: 2 }
  }
  return { direction: first, words: 1 }
}

/** The direction with which the words end, if another word is before it. */
export function trailingDirection(words: readonly string[]): Direction | undefined {
  const two = words.length > 2 ? directionAt(words, words.length - 2) : undefined
  if (two?.words === 2) return two
  return words.length > 1 ? directionAt(words, words.length - 1) : undefined
}
