import type { Histogram, Shares } from './histogram.ts'
import type { Random } from './random.ts'

/** Draws measured values with their measured frequency. */
export type Sampler<T> = (random: Random) => T

/** A number within the ranges of a histogram. `at` reads it as a quantile, from 0 up to 1. */
export type NumberSampler = Sampler<number> & {
  readonly at: (share: number) => number
  readonly mean: number
}

export function numbersOf(histogram: Histogram): NumberSampler {
  const ends = runningSums(histogram.map(([, , times]) => times))
  const total = ends.at(-1) ?? 0
  const at = (share: number): number => {
    if (total === 0) return 0
    const place = share * total
    const index = indexOf(ends, place)
    const [from, to] = histogram[index]!
    const before = index === 0 ? 0 : ends[index - 1]!
    return from + Math.floor(((place - before) / (ends[index]! - before)) * (to - from + 1))
  }
  const sum = histogram.reduce((all, [from, to, times]) => all + ((from + to) / 2) * times, 0)
  return Object.assign((random: Random) => at(random.next()), { at, mean: total === 0 ? 0 : sum / total })
}

export function wordsOf<T extends string>(shares: Shares): Sampler<T> {
  const names = Object.keys(shares) as T[]
  const ends = runningSums(Object.values(shares))
  const total = ends.at(-1) ?? 0
  return (random) => names[indexOf(ends, random.next() * total)]!
}

function runningSums(numbers: readonly number[]): Float64Array {
  let sum = 0
  return Float64Array.from(numbers, (number) => {
    sum += number
    return sum
  })
}

/** The first upper bound above the number. */
function indexOf(ends: Float64Array, place: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]! > place) high = middle
    else low = middle + 1
  }
  return low
}
