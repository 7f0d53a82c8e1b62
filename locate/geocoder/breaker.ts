import type { Clock } from '../../runtime/clock.ts'

/** Failures in a row after which nothing is asked for a while. */
const FAILURES = 5
const PAUSE_MS = 30_000

/**
 * Lets calls pass until several in a row have failed, then none for 30 seconds, then one that decides. So a service that
 * does not answer costs its timeout a few times and not with each call.
 */
export class Breaker {
  readonly #clock: Clock
  #failures = 0
  #closed_until_ms = 0
  #isTrying = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Says if a call may be made now. Each call must report its end. */
  mayCall(): boolean {
    if (this.#failures < FAILURES) return true
    if (this.#isTrying || this.#clock.now().getTime() < this.#closed_until_ms) return false
    this.#isTrying = true
    return true
  }

  report(isSuccess: boolean): void {
    this.#isTrying = false
    this.#failures = isSuccess ? 0 : this.#failures + 1
    if (this.#failures >= FAILURES) this.#closed_until_ms = this.#clock.now().getTime() + PAUSE_MS
  }
}
