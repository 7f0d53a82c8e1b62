import { Random } from '../../corpus/draw/random.ts'

/** A list of ids, best first, and the ids that belong into it. */
export type Judged = { readonly ranked: readonly number[]; readonly relevant: ReadonlySet<number> }

export const FIRST = 20

/** The share of the relevant ones among the first twenty. */
export function recallOf({ ranked, relevant }: Judged): number {
  const found = ranked.slice(0, FIRST).filter((id) => relevant.has(id)).length
  return found / Math.min(FIRST, relevant.size)
}

/** One over the place of the first relevant one; 0 without any. */
export function reciprocalRankOf({ ranked, relevant }: Judged): number {
  const place = ranked.findIndex((id) => relevant.has(id))
  return place < 0 ? 0 : 1 / (place + 1)
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const DRAWS = 2_000
const BOTH_TAILS = 0.05

/** The mean, and the interval that has 95 % of the means of samples drawn with replacement. */
export type Estimate = { readonly mean: number; readonly low: number; readonly high: number }

export function bootstrap(values: readonly number[], seed: number): Estimate {
  const random = new Random(seed, values.length, 0)
  const means = Array.from({ length: DRAWS }, () =>
    meanOf(Array.from(values, () => values[random.below(values.length)]!)),
  ).sort((a, b) => a - b)
  const at = (share: number) => means[Math.min(DRAWS - 1, Math.floor(share * DRAWS))]!
  return { mean: meanOf(values), low: at(BOTH_TAILS / 2), high: at(1 - BOTH_TAILS / 2) }
}

/** How many times as much the first is as the second, with the interval over samples of the same pairs. */
export function bootstrapRatio(pairs: readonly (readonly [number, number])[], seed: number): Estimate {
  const random = new Random(seed, pairs.length, 1)
  const ratioOf = (drawn: readonly (readonly [number, number])[]) =>
    meanOf(drawn.map(([own]) => own)) / meanOf(drawn.map(([, other]) => other))
  const ratios = Array.from({ length: DRAWS }, () =>
    ratioOf(Array.from(pairs, () => pairs[random.below(pairs.length)]!)),
  ).sort((a, b) => a - b)
  const at = (share: number) => ratios[Math.min(DRAWS - 1, Math.floor(share * DRAWS))]!
  return { mean: ratioOf(pairs), low: at(BOTH_TAILS / 2), high: at(1 - BOTH_TAILS / 2) }
}
