/** Turns texts into vectors that are near to each other if the texts have a similar meaning. */
export type Embedder = {
  /** Names the model and its version. Vectors of different ids are never compared. */
  readonly id: string
  /** Numbers in each vector. */
  readonly dimensions: number
  /** Gives a vector of length 1 for each text, in the order of the texts. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>
  close(): Promise<void>
}

/** Scales a vector to the length 1. A vector of zeros stays. */
export function normalized(vector: ArrayLike<number>): Float32Array {
  let sum = 0
  for (let at = 0; at < vector.length; at += 1) sum += vector[at]! * vector[at]!
  const length = Math.sqrt(sum) || 1
  return Float32Array.from(vector, (value) => value / length)
}
