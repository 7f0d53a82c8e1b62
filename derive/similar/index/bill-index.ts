import { squaredLength, type TermWeights } from '../words/term-weights.ts'
import { withRoom } from './growing-array.ts'
import { RowSearch, type SearchedRows } from './row-search.ts'
import { scaled, thresholds } from './scores.ts'
import type { IndexedRows, SharedIndex } from './shared-index.ts'
import { VectorRows } from './vector-rows.ts'
import { WordPostings } from './word-postings.ts'

/** What a bill is compared by. */
export type BillProfile = {
  readonly bill_id: number
  readonly jurisdiction: string
  /** Thin bills are compared only with one another. */
  readonly is_thin: boolean
  readonly words: TermWeights
  /** null without a model. */
  readonly codes: Int8Array | null
}

/** A bill that is similar to another one. The score is the same from both sides. */
export type Neighbor = {
  readonly id: number
  readonly jurisdiction: string
  /** 0 to 10,000. */
  readonly score: number
  /** The cosine of the vectors times 10,000; null without a model. */
  readonly cosine: number | null
}

/** States of a row. A removed bill leaves an empty row. */
const EMPTY = 0
const ORDINARY = 1
const THIN = 2

/** The index is compacted if more rows are empty than bills remain, and at least so many. */
const FEWEST_EMPTY = 1_000

/** All bills in memory. Finds the bills that are similar to one of them. */
export class BillIndex {
  readonly #dimensions: number
  readonly #words = new WordPostings()
  readonly #vectors: VectorRows | undefined
  readonly search = new RowSearch()
  readonly #least: number
  readonly #rowOf = new Map<number, number>()
  readonly #places: string[] = []
  #ids = new Float64Array(0)
  #states = new Uint8Array(0)
  #placeOf = new Uint16Array(0)
  #squares = new Float64Array(0)
  #rows = 0

  /** 0 dimensions: words alone. */
  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#vectors = dimensions === 0 ? undefined : new VectorRows(dimensions)
    this.#least = thresholds[dimensions === 0 ? 'words' : 'words_and_vectors'].least
  }

  get size(): number {
    return this.#rowOf.size
  }

  /** Rows in memory, empty ones included. */
  get rows(): number {
    return this.#rows
  }

  /** undefined for a bill that the index does not have. */
  jurisdictionOf(bill_id: number): string | undefined {
    const row = this.#rowOf.get(bill_id)
    return row === undefined ? undefined : this.#places[this.#placeOf[row]!]
  }

  /** Adds a bill, or replaces it. */
  set({ bill_id, jurisdiction, is_thin, words, codes }: BillProfile): void {
    this.remove(bill_id)
    const row = this.#rows
    this.#rows += 1
    this.#ids = withRoom(this.#ids, this.#rows)
    this.#states = withRoom(this.#states, this.#rows)
    this.#placeOf = withRoom(this.#placeOf, this.#rows)
    this.#squares = withRoom(this.#squares, this.#rows)
    this.#ids[row] = bill_id
    this.#states[row] = is_thin ? THIN : ORDINARY
    this.#placeOf[row] = this.#placeNumber(jurisdiction)
    this.#squares[row] = squaredLength(words.weights)
    this.#rowOf.set(bill_id, row)
    this.#words.set(row, words)
    this.#vectors?.set(row, codes)
  }

  remove(bill_id: number): void {
    const row = this.#rowOf.get(bill_id)
    if (row === undefined) return
    this.#states[row] = EMPTY
    this.#rowOf.delete(bill_id)
    if (this.#rows - this.size > Math.max(FEWEST_EMPTY, this.size)) this.#compact()
  }

  /** undefined for a bill that the index does not have. */
  rowOf(bill_id: number): number | undefined {
    return this.#rowOf.get(bill_id)
  }

  /** The rows as they are now. Valid until the next change. */
  indexed(): IndexedRows {
    return {
      ...this.#searched(),
      ids: this.#ids,
      placeOf: this.#placeOf,
      places: this.#places,
      least: this.#least,
    }
  }

  /** Gives the rows to other threads. They may read until the next change. */
  share(): SharedIndex {
    const { words: _words, vectors, ...columns } = this.indexed()
    return { ...columns, words: this.#words.share(), vectors: vectors?.share() }
  }

  /** Gives all bills whose score is not below `least`, in no order. */
  similarTo(bill_id: number, least = this.#least): Neighbor[] {
    const own = this.#rowOf.get(bill_id)
    if (own === undefined) return []
    const found: Neighbor[] = []
    this.search.find(this.#searched(), own, least, (row, score, cosine) => {
      found.push({
        id: this.#ids[row]!,
        jurisdiction: this.#places[this.#placeOf[row]!]!,
        score,
        cosine: cosine === undefined ? null : scaled(cosine),
      })
    })
    return found
  }

  #searched(): SearchedRows {
    return {
      size: this.#rows,
      states: this.#states,
      squares: this.#squares,
      words: this.#words,
      vectors: this.#vectors,
      dimensions: this.#dimensions,
    }
  }

  /** Moves the rows of bills together, in their order. */
  #compact(): void {
    const rowOf = new Int32Array(this.#rows).fill(-1)
    let kept = 0
    for (let row = 0; row < this.#rows; row += 1) {
      if (this.#states[row] === EMPTY) continue
      rowOf[row] = kept
      this.#rowOf.set(this.#ids[row]!, kept)
      for (const column of [this.#ids, this.#states, this.#placeOf, this.#squares])
        column[kept] = column[row]!
      this.#vectors?.move(row, kept)
      kept += 1
    }
    this.#words.renumber(this.#rows, rowOf)
    this.#rows = kept
  }

  #placeNumber(jurisdiction: string): number {
    const known = this.#places.indexOf(jurisdiction)
    return known >= 0 ? known : this.#places.push(jurisdiction) - 1
  }
}
