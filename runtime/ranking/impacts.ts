import type { Weight } from '../words/search-vector.ts'

/**
 * BM25F: how much a word says about a row, from 0 to 1,000, before the word's own weight. A title counts three times,
 * numbers and subjects twice, an abstract once. A word in a long part counts less than one in a short part, but an abstract
 * of few words does not gain.
 */
export const HIGHEST_IMPACT = 1_000
const SATURATION = 1.2
const LENGTH_SHARE = 0.75
const BOOSTS: Readonly<Record<Weight, number>> = { A: 3, B: 2, C: 1, D: 1 }

/**
 * Average words of the parts of each kind of row; those of bills are measured over 33,500 real bills of six states. They
 * are constants, so that an impact depends on its row alone and a replay of the log gives the same rows.
 */
export const averageWords = {
  bill: { A: 9, B: 4, C: 30, D: 1 },
  regulation: { A: 12, B: 20, C: 60, D: 1 },
  text: { A: 1, B: 1, C: 1, D: 1_000 },
} as const satisfies Readonly<Record<string, Readonly<Record<Weight, number>>>>
export type RankedKind = keyof typeof averageWords

const WEIGHTS = ['A', 'B', 'C', 'D'] as const satisfies readonly Weight[]

/** How often a word is in the parts of each weight. */
export type WordCounts = Readonly<Record<Weight, number>>

/** The impact of each word of a row. `factor` lowers all of them, for a row that says little. */
export function impactsOf(
  counts: ReadonlyMap<string, WordCounts>,
  { kind, factor }: { readonly kind: RankedKind; readonly factor: number },
): ReadonlyMap<string, number> {
  const lengths = { A: 0, B: 0, C: 0, D: 0 }
  for (const { A, B, C, D } of counts.values()) {
    lengths.A += A
    lengths.B += B
    lengths.C += C
    lengths.D += D
  }
  const shares = { A: 0, B: 0, C: 0, D: 0 }
  for (const weight of WEIGHTS) {
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * lengths[weight]) / averageWords[kind][weight]
    shares[weight] = BOOSTS[weight] / (weight === 'C' ? Math.max(1, length) : length)
  }
  const impacts = new Map<string, number>()
  for (const [form, count] of counts) {
    const frequency = count.A * shares.A + count.B * shares.B + count.C * shares.C + count.D * shares.D
    const impact = (HIGHEST_IMPACT * factor * frequency) / (frequency + SATURATION)
    impacts.set(form, Math.max(1, Math.round(impact)))
  }
  return impacts
}
