/**
 * Rises with every change of a list of similar bills: of the words, their counts, the embedded text or the scores. All
 * lists are then made again.
 */
export const SIMILAR_VERSION = 2

/** A score of 1 as it is stored. Whole numbers are equal on every machine. */
export const ONE = 10_000

export const scaled = (value: number): number => Math.round(value * ONE)

/** Shares of the two cosines in a score, if a model is there. */
const VECTOR_SHARE = 0.5
const WORD_SHARE = 0.5

/** The score of a pair, from the cosine of its words and that of its vectors; undefined without a model. */
export const scoreOf = (words: number, vectors: number | undefined): number =>
  scaled(vectors === undefined ? words : WORD_SHARE * words + VECTOR_SHARE * vectors)

/** By method: bills below `least` are not similar, and those from `strong` on are usually about the same policy. */
export const thresholds = {
  words: { least: scaled(0.2), strong: scaled(0.5) },
  words_and_vectors: { least: scaled(0.38), strong: scaled(0.6) },
} as const
export type SimilarMethod = keyof typeof thresholds

/** A pair is compared by its vectors if its words are this near, or if at most this share of signs differs. */
export const COMPARED_WORDS = 0.1
export const COMPARED_SIGNS = 0.36
