/** The number of hits in each range: `[from, to, times]`, both ends within. */
export type Histogram = readonly (readonly [from: number, to: number, times: number])[]

/** The number of occurrences of each of a few words. */
export type Shares = Readonly<Record<string, number>>

/** Each number up to this one has its own range; above, ranges grow by a sixth. */
const EXACT_UP_TO = 24
const GROWTH = 7 / 6

/** Counts numbers into a histogram. */
export class Tally {
  readonly #times = new Map<number, number>()

  add(value: number, times = 1): void {
    const number = Math.max(0, Math.round(value))
    this.#times.set(number, (this.#times.get(number) ?? 0) + times)
  }

  histogram(): Histogram {
    const ranges = new Map<number, [number, number, number]>()
    for (const [number, times] of [...this.#times].sort(([a], [b]) => a - b)) {
      const [from, to] = rangeOf(number)
      const range = ranges.get(from)
      if (range === undefined) ranges.set(from, [from, to, times])
      else range[2] += times
    }
    return [...ranges.values()]
  }
}

/** Counts words, to store the shares of the most common ones. */
export class WordTally {
  readonly #times = new Map<string, number>()

  add(word: string, times = 1): void {
    this.#times.set(word, (this.#times.get(word) ?? 0) + times)
  }

  /** The words by descending count. */
  sorted(): [string, number][] {
    return [...this.#times].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
  }

  shares(most: number): Shares {
    return Object.fromEntries(this.sorted().slice(0, most))
  }
}

function rangeOf(number: number): [number, number] {
  if (number <= EXACT_UP_TO) return [number, number]
  let from = EXACT_UP_TO + 1
  for (;;) {
    const next = Math.ceil(from * GROWTH)
    if (number < next) return [from, next - 1]
    from = next
  }
}
