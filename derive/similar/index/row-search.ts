import { MOST_TERMS } from '../words/term-weights.ts'
import { withRoom } from './growing-array.ts'
import { COMPARED_SIGNS, COMPARED_WORDS, scoreOf } from './scores.ts'
import type { VectorRows } from './vector-rows.ts'
import type { RowTerms } from './word-postings.ts'

/** All rows, as a search reads them. */
export type SearchedRows = {
  readonly size: number
  /** Rows of different states are never compared. 0 is an empty row. */
  readonly states: Uint8Array
  /** The squared length of the words of each row. */
  readonly squares: Float64Array
  readonly words: RowTerms
  /** undefined without a model. */
  readonly vectors: VectorRows | undefined
  readonly dimensions: number
}

/** Takes a row that is similar enough. `cosine` is undefined without a model. */
export type Visit = (row: number, score: number, cosine: number | undefined) => void

/** Finds the rows that are similar to one of them. It keeps its arrays from one search to the next. */
export class RowSearch {
  #products = new Uint32Array(0)
  #touched = new Uint32Array(0)

  /** Visits all rows whose score is not below `least`, in no order. The costs are those of the rows that share a word, and of one comparison of signs for every row. */
  find(rows: SearchedRows, own: number, least: number, visit: Visit): void {
    const { states, squares, vectors, dimensions } = rows
    const touched = this.#multiplyWords(rows, own)
    const products = this.#products
    const [state, square] = [states[own]!, squares[own]!]
    const wordsOf = (row: number, product: number): number =>
      product === 0 ? 0 : product / Math.sqrt(square * squares[row]!)
    const compare = (row: number, words: number): void => {
      const cosine = vectors?.cosine(own, row)
      const score = scoreOf(words, cosine)
      if (score >= least) visit(row, score, cosine)
    }
    if (vectors !== undefined) {
      const mostSigns = Math.floor(COMPARED_SIGNS * dimensions)
      vectors.near(own, rows.size, mostSigns, (row) => {
        const product = products[row]!
        // The rows that share a word come again below: once is enough.
        products[row] = 0
        if (states[row] === state && row !== own) compare(row, wordsOf(row, product))
      })
    }
    const fewestWords = vectors === undefined ? 0 : COMPARED_WORDS
    for (let at = 0; at < touched; at += 1) {
      const row = this.#touched[at]!
      const product = products[row]!
      products[row] = 0
      if (product === 0 || states[row] !== state || row === own) continue
      const words = wordsOf(row, product)
      if (words >= fewestWords) compare(row, words)
    }
  }

  /** Fills the product of the words of a row with those of each row, and gives how many rows share a word. */
  #multiplyWords({ size, words }: SearchedRows, own: number): number {
    this.#products = withRoom(this.#products, size)
    this.#touched = withRoom(this.#touched, size)
    const [products, touched] = [this.#products, this.#touched]
    const first = own * MOST_TERMS
    let count = 0
    for (let at = first; at < first + MOST_TERMS && words.weights[at] !== 0; at += 1) {
      const weight = words.weights[at]!
      const { rows, weights, size: length } = words.postingOf(words.terms[at]!)
      for (let place = 0; place < length; place += 1) {
        const row = rows[place]!
        const before = products[row]!
        if (before === 0) {
          touched[count] = row
          count += 1
        }
        products[row] = before + weight * weights[place]!
      }
    }
    return count
  }
}
