import type { SearchedRows } from './row-search.ts'
import { type SharedVectors, VectorRows } from './vector-rows.ts'
import { type SharedPostings, sharedTerms } from './word-postings.ts'

/** All rows, with the bills that they are. */
export type IndexedRows = SearchedRows & {
  readonly ids: Float64Array
  /** The jurisdiction of each row, as its place in `places`. */
  readonly placeOf: Uint16Array
  readonly places: readonly string[]
  /** Bills of a lower score are not similar. */
  readonly least: number
}

/** The same as plain data that another thread can read. Its arrays are not copied. */
export type SharedIndex = Omit<IndexedRows, 'words' | 'vectors'> & {
  readonly words: SharedPostings
  readonly vectors: SharedVectors | undefined
}

/** Reads the rows of another thread, as one of the searchers that read at once. */
export const indexedRows = ({ words, vectors, ...columns }: SharedIndex, searcher: number): IndexedRows => ({
  ...columns,
  words: sharedTerms(words),
  vectors: vectors === undefined ? undefined : new VectorRows(vectors.dimensions, vectors, searcher),
})
