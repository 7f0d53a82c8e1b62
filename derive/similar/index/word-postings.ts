import { MOST_TERMS, type TermWeights } from '../words/term-weights.ts'
import { withRoom } from './growing-array.ts'

/** The rows that have a term, in ascending order, and its weight in each. */
export type Posting = { readonly rows: Uint32Array; readonly weights: Uint8Array; readonly size: number }

/** The terms of all rows, as a search reads them. */
export type RowTerms = {
  /** Terms of the row `r` are at `r * MOST_TERMS`. A weight of 0 ends them. */
  readonly terms: Uint32Array
  readonly weights: Uint8Array
  /** The rows that have the term of this number. */
  readonly postingOf: (term: number) => Posting
}

/** Plain data from which another thread reads the same postings: those of all terms, one after the other. */
export type SharedPostings = {
  readonly terms: Uint32Array
  readonly weights: Uint8Array
  /** Where the posting of each term starts, and at last where the last one ends. */
  readonly starts: Uint32Array
  readonly posting_rows: Uint32Array
  readonly posting_weights: Uint8Array
}

const FIRST_ROOM = 4
const empty = { rows: new Uint32Array(0), weights: new Uint8Array(0), size: 0 }

type GrowingPosting = { rows: Uint32Array; weights: Uint8Array; size: number }

/** The terms of all rows in memory, and the rows of each term. */
export class WordPostings implements RowTerms {
  readonly #numbers = new Map<string, number>()
  readonly #postings: GrowingPosting[] = []
  terms = new Uint32Array(0)
  weights = new Uint8Array(0)

  /** A row has no terms before, and follows all rows that have some. */
  set(row: number, { terms, weights }: TermWeights): void {
    const first = row * MOST_TERMS
    this.terms = withRoom(this.terms, first + MOST_TERMS)
    this.weights = withRoom(this.weights, first + MOST_TERMS)
    for (const [at, term] of terms.entries()) {
      const number = this.#numberOf(term)
      this.terms[first + at] = number
      this.weights[first + at] = weights[at]!
      this.#add(number, row, weights[at]!)
    }
  }

  readonly postingOf = (term: number): Posting => this.#postings[term] ?? empty

  /** Gives every kept row a lower number, in the same order. `rowOf` gives -1 for a row that goes. */
  renumber(rows: number, rowOf: Int32Array): void {
    for (const posting of this.#postings) {
      let size = 0
      for (let place = 0; place < posting.size; place += 1) {
        const row = rowOf[posting.rows[place]!]!
        if (row === -1) continue
        posting.rows[size] = row
        posting.weights[size] = posting.weights[place]!
        size += 1
      }
      posting.size = size
    }
    let kept = 0
    for (let row = 0; row < rows; row += 1) {
      if (rowOf[row] === -1) continue
      const [from, to] = [row * MOST_TERMS, kept * MOST_TERMS]
      this.terms.copyWithin(to, from, from + MOST_TERMS)
      this.weights.copyWithin(to, from, from + MOST_TERMS)
      kept += 1
    }
    this.weights.fill(0, kept * MOST_TERMS, rows * MOST_TERMS)
  }

  share(): SharedPostings {
    const starts = withRoom(new Uint32Array(0), this.#postings.length + 1)
    for (const [term, { size }] of this.#postings.entries()) starts[term + 1] = starts[term]! + size
    const all = starts[this.#postings.length]!
    const posting_rows = withRoom(new Uint32Array(0), all)
    const posting_weights = withRoom(new Uint8Array(0), all)
    for (const [term, { rows, weights, size }] of this.#postings.entries()) {
      posting_rows.set(rows.subarray(0, size), starts[term])
      posting_weights.set(weights.subarray(0, size), starts[term])
    }
    return { terms: this.terms, weights: this.weights, starts, posting_rows, posting_weights }
  }

  #add(term: number, row: number, weight: number): void {
    const posting = this.#postings[term]!
    posting.rows = withRoom(posting.rows, posting.size + 1)
    posting.weights = withRoom(posting.weights, posting.size + 1)
    posting.rows[posting.size] = row
    posting.weights[posting.size] = weight
    posting.size += 1
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#postings.length
    this.#numbers.set(term, number)
    this.#postings.push({
      rows: new Uint32Array(FIRST_ROOM),
      weights: new Uint8Array(FIRST_ROOM),
      size: 0,
    })
    return number
  }
}

/** Reads the postings of another thread. */
export const sharedTerms = ({
  terms,
  weights,
  starts,
  posting_rows,
  posting_weights,
}: SharedPostings): RowTerms => ({
  terms,
  weights,
  postingOf(term) {
    const [from, to] = [starts[term]!, starts[term + 1]!]
    return {
      rows: posting_rows.subarray(from, to),
      weights: posting_weights.subarray(from, to),
      size: to - from,
    }
  },
})
