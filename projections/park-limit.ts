import type { Clock } from '../runtime/clock.ts'
import { LegislogError } from '../schemas/errors.ts'

const WINDOW_MS = 60_000
/** So many events may fail in a minute whatever their share: a quiet minute has few others. */
const HANDFUL = 10
const SHARE = 0.01

type Count = { readonly at_ms: number; readonly events: number; readonly failed: number }

/** Counts what fails in a minute: a bad event is set aside, a bad deploy must not set the whole log aside. */
export class ParkLimit {
  readonly #clock: Clock
  #counts: Count[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws `projector_halted` where a batch would go over the limit. */
  refuse(events: number, failed: number): void {
    if (failed === 0) return
    const recent = this.#recent()
    const all = recent.reduce((sum, count) => sum + count.events, events)
    const bad = recent.reduce((sum, count) => sum + count.failed, failed)
    if (bad <= HANDFUL || bad <= all * SHARE) return
    throw new LegislogError(
      'projector_halted',
      `${bad} of ${all} events of the last minute could not be applied: none of this batch is kept`,
    )
  }

  count(events: number, failed: number): void {
    this.#counts = [...this.#recent(), { at_ms: this.#clock.now().getTime(), events, failed }]
  }

  #recent(): Count[] {
    const since_ms = this.#clock.now().getTime() - WINDOW_MS
    return this.#counts.filter(({ at_ms }) => at_ms > since_ms)
  }
}
