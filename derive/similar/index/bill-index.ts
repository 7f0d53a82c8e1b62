import { squaredLength, type TermWeights } from '../words/term-weights.ts'
import { withRoom } from './growing-array.ts'
import { COMPARED_SIGNS, COMPARED_WORDS, scaled, scoreOf, thresholds } from './scores.ts'
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

/** All bills in memory. Finds the bills that are similar to one of them. */
export class BillIndex {
  readonly #postings = new WordPostings()
  readonly #vectors: VectorRows | undefined
  readonly #mostSigns: number
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
    this.#vectors = dimensions === 0 ? undefined : new VectorRows(dimensions)
    this.#mostSigns = Math.floor(COMPARED_SIGNS * dimensions)
    this.#least = thresholds[dimensions === 0 ? 'words' : 'words_and_vectors'].least
  }

  get size(): number {
    return this.#rowOf.size
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
    this.#postings.set(row, words)
    if (codes !== null) this.#vectors?.set(row, codes)
  }

  remove(bill_id: number): void {
    const row = this.#rowOf.get(bill_id)
    if (row === undefined) return
    this.#states[row] = EMPTY
    this.#rowOf.delete(bill_id)
  }

  /** Gives all bills whose score is not below `least`, in no order. */
  similarTo(bill_id: number, least = this.#least): Neighbor[] {
    const own = this.#rowOf.get(bill_id)
    if (own === undefined) return []
    const [states, squares, mostSigns] = [this.#states, this.#squares, this.#mostSigns]
    const products = this.#postings.productsOf(own, this.#rows)
    const vectors = this.#vectors?.viewOf(own)
    const [state, square] = [states[own]!, squares[own]!]
    const found: Neighbor[] = []
    for (let row = 0; row < this.#rows; row += 1) {
      if (states[row] !== state || row === own) continue
      const product = products[row]!
      const words = product === 0 ? 0 : product / Math.sqrt(square * squares[row]!)
      let cosine: number | undefined
      if (vectors === undefined) {
        if (product === 0) continue
      } else {
        if (words < COMPARED_WORDS && vectors.differing(row) > mostSigns) continue
        cosine = vectors.cosine(row)
      }
      const score = scoreOf(words, cosine)
      if (score < least) continue
      found.push({
        ...{ id: this.#ids[row]!, jurisdiction: this.#places[this.#placeOf[row]!]!, score },
        cosine: cosine === undefined ? null : scaled(cosine),
      })
    }
    return found
  }

  #placeNumber(jurisdiction: string): number {
    const known = this.#places.indexOf(jurisdiction)
    return known >= 0 ? known : this.#places.push(jurisdiction) - 1
  }
}
