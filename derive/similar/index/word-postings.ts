import { MOST_TERMS, type TermWeights } from '../words/term-weights.ts'
import { withRoom } from './growing-array.ts'

/** The rows that have a term, and its weight in each. */
type Posting = { rows: Uint32Array; weights: Uint8Array; size: number }

const FIRST_ROOM = 4

/** The terms of all rows in memory. Finds the rows that share terms with one of them. */
export class WordPostings {
  readonly #numbers = new Map<string, number>()
  readonly #postings: Posting[] = []
  /** Terms of the row `r` are at `r * MOST_TERMS`. A weight of 0 ends them. */
  #terms = new Uint32Array(MOST_TERMS)
  #weights = new Uint8Array(MOST_TERMS)
  #sums = new Uint32Array(0)

  set(row: number, { terms, weights }: TermWeights): void {
    const first = row * MOST_TERMS
    this.#terms = withRoom(this.#terms, first + MOST_TERMS)
    this.#weights = withRoom(this.#weights, first + MOST_TERMS)
    for (const [at, term] of terms.entries()) {
      const number = this.#numberOf(term)
      const weight = weights[at]!
      this.#terms[first + at] = number
      this.#weights[first + at] = weight
      const posting = this.#postings[number]!
      posting.rows = withRoom(posting.rows, posting.size + 1)
      posting.weights = withRoom(posting.weights, posting.size + 1)
      posting.rows[posting.size] = row
      posting.weights[posting.size] = weight
      posting.size += 1
    }
  }

  /** Gives the product of a row with each row, up to `rows`. It is 0 if they share no term. Valid until the next call. */
  productsOf(row: number, rows: number): Uint32Array {
    this.#sums = withRoom(this.#sums, rows)
    const sums = this.#sums.fill(0, 0, rows)
    const first = row * MOST_TERMS
    for (let at = first; at < first + MOST_TERMS && this.#weights[at] !== 0; at += 1) {
      const weight = this.#weights[at]!
      const { rows: found, weights, size } = this.#postings[this.#terms[at]!]!
      for (let place = 0; place < size; place += 1) sums[found[place]!]! += weight * weights[place]!
    }
    return sums
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
