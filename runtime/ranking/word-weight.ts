/** The weight of every word before frequencies are known, and the scale of all weights. */
export const UNKNOWN_WEIGHT = 100

/**
 * The weight of a word by how rare it is: the idf of BM25 in hundredths. A whole number, so that a score is exact and the
 * same on every page.
 */
export function weightOf({ rows, among }: { readonly rows: number; readonly among: number }): number {
  const found = Math.min(rows, among)
  return Math.max(1, Math.round(UNKNOWN_WEIGHT * Math.log(1 + (among - found + 0.5) / (found + 0.5))))
}
