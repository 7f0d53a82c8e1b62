import { type Backoff, backoff_ms } from '../../runtime/backoff.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { SentBatch } from '../journal/packed-batch.ts'
import type { ClaimedRow } from './claimed-rows.ts'

/** Up to this many rows are sent without asking for Kafka's time if it was seen recently. */
const FEW_ROWS = 20
const SEEN_LATELY_MS = 5_000
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 600_000

/**
 * Detects that Kafka's clock is so far behind that readers would park all events, because they compare an event's
 * stamp with Kafka's append time. Kafka shows its time only when it appends, so one row is sent before the others. If
 * Kafka is behind, nothing else is sent, and that row is sent again from time to time with the same bytes.
 */
export class KafkaClock {
  readonly #tolerance_ms: number
  readonly #pause: Backoff
  #seen_ms = Number.NEGATIVE_INFINITY
  #retry_ms = Number.NEGATIVE_INFINITY
  #failures = 0

  constructor(settings: { readonly clock_tolerance_s: number }, first_pause_ms = FIRST_PAUSE_MS) {
    this.#tolerance_ms = settings.clock_tolerance_s * 1000
    this.#pause = { first_ms: first_pause_ms, longest_ms: LONGEST_PAUSE_MS, jitter: 0 }
  }

  /** False for a while after Kafka was found to be behind. */
  mayAsk(): boolean {
    return performance.now() >= this.#retry_ms
  }

  /** Gives the rows in groups. Each group is sent after Kafka's time was seen for the group before it. */
  groupsOf(rows: readonly ClaimedRow[]): (readonly ClaimedRow[])[] {
    const isKnown = performance.now() - this.#seen_ms < SEEN_LATELY_MS
    if (rows.length <= 1 || (isKnown && rows.length <= FEW_ROWS)) return [rows]
    return [rows.slice(0, 1), rows.slice(1)]
  }

  /** Throws `clock_ahead` if Kafka's append time of these rows is too far before their stamps. */
  note(rows: readonly ClaimedRow[], batches: readonly SentBatch[]): void {
    const appended_ms = batches.flatMap((batch) => batch.appended_ms ?? []).at(-1)
    if (appended_ms === undefined) return
    const stamped_at = rows
      .map(({ recorded_at }) => recorded_at)
      .toSorted()
      .at(-1)!
    if (Date.parse(stamped_at) <= appended_ms + this.#tolerance_ms) {
      this.#seen_ms = performance.now()
      this.#failures = 0
      return
    }
    this.#seen_ms = Number.NEGATIVE_INFINITY
    this.#failures += 1
    this.#retry_ms = performance.now() + backoff_ms(this.#pause, this.#failures)
    throw new LegislogError(
      'clock_ahead',
      `Kafka says that it is ${new Date(appended_ms).toISOString()}, and the database said ${stamped_at} when it stamped an event: ` +
        `no event is sent until they differ by ${this.#tolerance_ms / 1000} s at most. Set the clock that is wrong`,
    )
  }
}
