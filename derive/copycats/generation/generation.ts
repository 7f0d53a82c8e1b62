/**
 * What is learned from a corpus of texts: how many texts have each word, and which stretches of eight words are
 * boilerplate. A generation is numbered and never changes, so the same texts always give the same results with it.
 */
export type Generation = {
  readonly number: number
  /** Texts that it was learned from. */
  readonly documents: number
  /** Words as numbers, in ascending order, and how many texts have each. Words of a single text are left out. */
  readonly words: Int32Array
  readonly frequencies: Uint16Array
  /** Slots of the shingles that are boilerplate, in ascending order. */
  readonly boilerplate: Uint32Array
}

/** The generation of a service that has learned nothing yet: all words count alike, and nothing is boilerplate. */
export const noGeneration: Generation = {
  number: 0,
  documents: 0,
  words: new Int32Array(0),
  frequencies: new Uint16Array(0),
  boilerplate: new Uint32Array(0),
}

/** Gives the weight of a word: the rarer, the greater. It is 1 for every word if nothing was learned. */
export function wordWeights({ documents, words, frequencies }: Generation): (word: number) => number {
  if (documents === 0) return () => 1
  return (word) => {
    const place = placeOf(words, word)
    return Math.log((documents + 1) / (place === -1 ? 1 : frequencies[place]!))
  }
}

/** The place of a value in an ascending list; -1 if it is not there. */
export function placeOf(list: Int32Array | Uint32Array, value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < value) low = middle + 1
    else high = middle
  }
  return list[low] === value ? low : -1
}
