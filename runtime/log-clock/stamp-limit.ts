import { LegislogError } from '../../schemas/errors.ts'

/**
 * Limits how far the stamp of an event may be ahead of the time at which Kafka appended it. Both are in the
 * log and never change, so every reader refuses the same messages at any time. Only whole seconds of a stamp
 * count, since many stamps share them.
 */
export class StampLimit {
  readonly #tolerance_ms: number
  #second = ''
  #second_ms = 0

  constructor(settings: { readonly clock_tolerance_s: number }) {
    this.#tolerance_ms = settings.clock_tolerance_s * 1000
  }

  isAhead(recordedAt: string, appendedAt: number): boolean {
    const second = recordedAt.slice(0, 19)
    if (second !== this.#second) {
      this.#second = second
      this.#second_ms = Date.parse(`${second}Z`)
    }
    return this.#second_ms > appendedAt + this.#tolerance_ms
  }

  /** Throws `event_time_ahead`. */
  refuseAhead(recordedAt: string, appendedAt: number): void {
    if (!this.isAhead(recordedAt, appendedAt)) return
    throw new LegislogError(
      'event_time_ahead',
      `header ce_recordedtime is ${JSON.stringify(recordedAt)}, more than ${this.#tolerance_ms / 1000} s ahead of ` +
        `${new Date(appendedAt).toISOString()}, when Kafka appended the message`,
    )
  }
}
