/** The distribution of the waits of one kind. */
export class Latencies {
  readonly #taken_ms: number[] = []

  add(taken_ms: number): void {
    this.#taken_ms.push(taken_ms)
  }

  get count(): number {
    return this.#taken_ms.length
  }

  /** The wait, in ms, that this share of all did not exceed. */
  at(share: number): number {
    const sorted = this.#taken_ms.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  }

  /** p50, p95, p99 and the longest, for a table. */
  cells(): string[] {
    return [0.5, 0.95, 0.99, 1].map((share) => this.at(share).toFixed(0))
  }
}
