import { dotProduct, packSigns } from '../../vectors/quantized-vector.ts'
import { createRowMemory, type NearRows, openNearRows, PAGE_BYTES } from '../kernel/near-rows.ts'
import { withRoom } from './growing-array.ts'

/** Rows of one block. Blocks never move, so the memory grows without a copy. */
const BLOCK_ROWS = 32_768
/** The kernel works on pieces of 16 bytes. */
const PIECE = 16
/** Threads that may search at once. Each has a place for the rows that it finds in a block. */
export const MOST_SEARCHERS = 16
const FOUND_BYTES = BLOCK_ROWS * 4
const FIRST_PAGES = (MOST_SEARCHERS * FOUND_BYTES) / PAGE_BYTES

const inPieces = (bytes: number): number => Math.ceil(bytes / PIECE) * PIECE

/** Plain data from which another thread makes a reader of the same rows. */
export type SharedVectors = {
  readonly dimensions: number
  readonly memory: WebAssembly.Memory
  readonly squares: Float64Array
}

/**
 * The vectors of all rows in memory: their signs, by which near ones are found, and their bytes, by which they are
 * compared. Several threads may read; only the one that made it writes, and not while others read.
 */
export class VectorRows {
  readonly #dimensions: number
  readonly #memory: WebAssembly.Memory
  readonly #kernel: NearRows
  readonly #signBytes: number
  readonly #codeBytes: number
  readonly #blockPages: number
  readonly #found: number
  #bytes: Uint8Array
  #squares: Float64Array

  constructor(dimensions: number, shared?: SharedVectors, searcher = 0) {
    this.#dimensions = dimensions
    this.#memory = shared?.memory ?? createRowMemory(FIRST_PAGES)
    this.#kernel = openNearRows(this.#memory)
    this.#signBytes = inPieces(Math.ceil(dimensions / 8))
    this.#codeBytes = inPieces(dimensions)
    this.#blockPages = (BLOCK_ROWS * (this.#signBytes + this.#codeBytes)) / PAGE_BYTES
    this.#found = searcher * FOUND_BYTES
    this.#bytes = new Uint8Array(this.#memory.buffer)
    this.#squares = shared?.squares ?? new Float64Array(0)
  }

  share(): SharedVectors {
    return { dimensions: this.#dimensions, memory: this.#memory, squares: this.#squares }
  }

  /** null: a row without a vector. */
  set(row: number, vector: Int8Array | null): void {
    const codes = vector ?? new Int8Array(this.#dimensions)
    const missing = this.#blockOf(row) + this.#blockPages * PAGE_BYTES - this.#bytes.length
    if (missing > 0) {
      this.#memory.grow(missing / PAGE_BYTES)
      this.#bytes = new Uint8Array(this.#memory.buffer)
    }
    this.#squares = withRoom(this.#squares, row + 1)
    this.#squares[row] = dotProduct(codes, codes)
    const signs = packSigns(codes)
    this.#bytes.set(new Uint8Array(signs.buffer), this.#signsOf(row))
    this.#bytes.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.length), this.#codesOf(row))
  }

  /** Copies the vector of one row to another one. */
  move(from: number, to: number): void {
    const [signs, codes] = [this.#signsOf(from), this.#codesOf(from)]
    this.#bytes.copyWithin(this.#signsOf(to), signs, signs + this.#signBytes)
    this.#bytes.copyWithin(this.#codesOf(to), codes, codes + this.#codeBytes)
    this.#squares[to] = this.#squares[from]!
  }

  /** Visits the rows, up to `rows`, whose signs differ in at most so many places from those of a row, in order. */
  near(own: number, rows: number, mostSigns: number, visit: (row: number) => void): void {
    for (let first = 0; first < rows; first += BLOCK_ROWS) {
      const count = this.#kernel.near(
        this.#signsOf(own),
        this.#signsOf(first),
        Math.min(BLOCK_ROWS, rows - first),
        this.#signBytes,
        mostSigns,
        this.#found,
      )
      const found = new Uint32Array(this.#memory.buffer, this.#found, count)
      for (let at = 0; at < count; at += 1) visit(first + found[at]!)
    }
  }

  cosine(own: number, other: number): number {
    const lengths = this.#squares[own]! * this.#squares[other]!
    if (lengths === 0) return 0
    const product = this.#kernel.product(this.#codesOf(own), this.#codesOf(other), this.#codeBytes)
    return product / Math.sqrt(lengths)
  }

  #blockOf(row: number): number {
    return (FIRST_PAGES + Math.floor(row / BLOCK_ROWS) * this.#blockPages) * PAGE_BYTES
  }

  #signsOf(row: number): number {
    return this.#blockOf(row) + (row % BLOCK_ROWS) * this.#signBytes
  }

  #codesOf(row: number): number {
    return this.#blockOf(row) + BLOCK_ROWS * this.#signBytes + (row % BLOCK_ROWS) * this.#codeBytes
  }
}
