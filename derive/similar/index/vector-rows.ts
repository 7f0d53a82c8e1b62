import { countBits, dotProduct, packSigns, signWords } from '../../vectors/quantized-vector.ts'
import { withRoom } from './growing-array.ts'

/** A row that is compared with others. */
export type VectorView = {
  /** Counts the signs that differ. */
  differing(other: number): number
  cosine(other: number): number
}

/**
 * The vectors of all rows in memory: their signs, by which near ones are found, and their bytes, by which they are
 * compared.
 */
export class VectorRows {
  readonly #dimensions: number
  readonly #words: number
  #codes = new Int8Array(0)
  #signs = new Uint32Array(0)
  #squares = new Float64Array(0)

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#words = signWords(dimensions)
  }

  set(row: number, codes: Int8Array): void {
    this.#codes = withRoom(this.#codes, (row + 1) * this.#dimensions)
    this.#signs = withRoom(this.#signs, (row + 1) * this.#words)
    this.#squares = withRoom(this.#squares, row + 1)
    this.#codes.set(codes, row * this.#dimensions)
    this.#signs.set(packSigns(codes), row * this.#words)
    this.#squares[row] = dotProduct(codes, codes)
  }

  /** Valid until the next `set`. */
  viewOf(row: number): VectorView {
    const [words, dimensions] = [this.#words, this.#dimensions]
    const [signs, codes, squares] = [this.#signs, this.#codes, this.#squares]
    const ownSigns = signs.slice(row * words, (row + 1) * words)
    const ownCodes = codes.slice(row * dimensions, (row + 1) * dimensions)
    const square = squares[row]!
    return {
      differing(other) {
        let count = 0
        const first = other * words
        for (let at = 0; at < words; at += 1) count += countBits(ownSigns[at]! ^ signs[first + at]!)
        return count
      },
      cosine(other) {
        const lengths = square * squares[other]!
        if (lengths === 0) return 0
        let sum = 0
        const first = other * dimensions
        for (let at = 0; at < dimensions; at += 1) sum += ownCodes[at]! * codes[first + at]!
        return sum / Math.sqrt(lengths)
      },
    }
  }
}
