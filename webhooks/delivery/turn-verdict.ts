import { FAILURES_BEFORE_PROBING, holdOf } from '../endpoint/health.ts'
import type { Result } from '../results/result.ts'

/** The rest after a drain: `empty` (nothing due), `more`, or `stopped` (other processes take the rest). */
export type DrainOutcome = 'empty' | 'more' | 'stopped'

/** Decides by the results of a turn if it continues. The first reason to end it counts. */
export class TurnVerdict {
  readonly isProbe: boolean
  #failures: number
  /**
   * Number of failures that were counted in this turn. An attempt that began before the last of them counts
   * with it.
   */
  #counted = 0
  #troubled_ms = Number.NEGATIVE_INFINITY
  #over: DrainOutcome | undefined

  constructor(failuresInRow: number) {
    this.#failures = failuresInRow
    this.isProbe = failuresInRow >= FAILURES_BEFORE_PROBING
  }

  /** The reason if the turn is over; undefined if it continues. */
  get over(): DrainOutcome | undefined {
    return this.#over
  }

  get counted(): number {
    return this.#counted
  }

  /** When the endpoint last failed, in ms since 1970. */
  get troubled_ms(): number {
    return this.#troubled_ms
  }

  end(outcome: DrainOutcome): void {
    this.#over ??= outcome
  }

  note({ made, is_counted }: Result): void {
    if (made.outcome !== 'delivered' || this.#failures > 0)
      this.#troubled_ms = made.at.getTime() + made.duration_ms
    if (made.outcome === 'delivered') this.#failures = 0
    else if (made.counts_against === 'endpoint' && !(is_counted && this.#failures > 0)) {
      this.#failures += 1
      this.#counted += 1
    }
    if (this.isProbe) this.end(this.#failures === 0 ? 'more' : 'empty')
    if (this.#failures >= FAILURES_BEFORE_PROBING || holdOf(made) > 0 || made.outcome === 'gone')
      this.end('empty')
  }
}
