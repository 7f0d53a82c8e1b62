import { LegislogError } from '../schemas/errors.ts'

/**
 * How far the stamp of an event may be ahead of the time at which Kafka appended it. Both are in the log and never change,
 * so each reader at each time refuses the same messages. Whole seconds of a stamp count, which many stamps share.
 */
export class StampLimit {
  readonly #tolerance_ms: number
  #second = ''
  #second_ms = 0

  constructor(settings: { readonly clock_tolerance_s: number }) {
    this.#tolerance_ms = settings.clock_tolerance_s * 1000
  }

  isAhead(recorded_at: string, appended_at: number): boolean {
    const second = recorded_at.slice(0, 19)
    if (second !== this.#second) {
      this.#second = second
      this.#second_ms = Date.parse(`${second}Z`)
    }
    return this.#second_ms > appended_at + this.#tolerance_ms
  }

  /** Throws `event_time_ahead`. */
  refuseAhead(recorded_at: string, appended_at: number): void {
    if (!this.isAhead(recorded_at, appended_at)) return
    throw new LegislogError(
      'event_time_ahead',
      `header ce_recordedtime is ${JSON.stringify(recorded_at)}, more than ${this.#tolerance_ms / 1000} s ahead of ` +
        `${new Date(appended_at).toISOString()}, when Kafka appended the message`,
    )
  }
}
