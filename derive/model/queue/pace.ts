import { type Backoff, backoff_ms } from '../../../runtime/backoff.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, startOfNextDay } from '../../../runtime/durations.ts'
import type { Postponed } from '../answers/ask-within-budget.ts'

/** Pauses of the whole process after failures in a row. */
const PROCESS: Backoff = { first_ms: SECOND_MS, longest_ms: 5 * MINUTE_MS }
/** Pauses of one piece of work after its own failures. */
const WORK: Backoff = { first_ms: MINUTE_MS, longest_ms: 6 * HOUR_MS }
/** While another worker asks the same question. */
const BUSY_MS = 15 * SECOND_MS
/** After so many bills that did not fit, the rest of the day's budget is left. */
const MAX_UNFIT = 10

/** Decides when work is due again, and until when this process asks nothing. Pure but for its own count of failures. */
export class Pace {
  readonly #random: () => number
  #failures = 0
  #unfit = 0
  #paused_until_ms = 0

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  /** Milliseconds until the next question may be asked; 0: now. */
  waits_ms(now: Date): number {
    return Math.max(0, this.#paused_until_ms - now.getTime())
  }

  onAnswer(): void {
    this.#failures = 0
    this.#unfit = 0
  }

  /** When the work is due again. `failures`: its own, so far in a row. */
  onPostponed({ cause, retry_after_ms }: Postponed, failures: number, now: Date): Date {
    const after = (ms: number) => new Date(now.getTime() + ms)
    switch (cause) {
      case 'stopped':
        return now
      case 'busy':
        return after(BUSY_MS)
      case 'error':
        return after(backoff_ms(WORK, failures + 1, this.#random()))
      case 'budget': {
        this.#unfit += 1
        const tomorrow = startOfNextDay(now)
        if (this.#unfit >= MAX_UNFIT) {
          this.#unfit = 0
          this.#paused_until_ms = tomorrow.getTime()
        }
        return tomorrow
      }
      default: {
        this.#failures += 1
        const wait_ms = retry_after_ms ?? backoff_ms(PROCESS, this.#failures, this.#random())
        const paused = after(Math.min(wait_ms, DAY_MS))
        this.#paused_until_ms = Math.max(this.#paused_until_ms, paused.getTime())
        return cause === 'limited' ? paused : after(backoff_ms(WORK, failures + 1, this.#random()))
      }
    }
  }
}
