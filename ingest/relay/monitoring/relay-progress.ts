import type { LegislogError } from '../../../schemas/errors.ts'
import type { RelayCounters, RelayHealth } from './relay-report.ts'

/** Not ready after this long without a round, including idle rounds. */
const PROGRESS_MS = 15_000

/** The progress of a relay, and the cause if it is stopped now. */
export class RelayProgress {
  readonly counters: RelayCounters = {
    rows: 0,
    events: 0,
    resent_rows: 0,
    send_failures: 0,
    session_failures: 0,
    leases: 0,
  }
  /** The log has passed its check in some session. */
  isLogChecked = false
  /** The reason if the relay must stop: `log_ahead`, `log_behind`. */
  refusal: LegislogError | undefined
  /** The reason if no event is stamped: a clock is ahead. */
  clockAhead: LegislogError | undefined
  failure: Error | undefined
  /** Sessions that ended without a round, since the last round. */
  failuresInRow = 0
  #progressed_ms = performance.now()

  noteRound(): void {
    this.clockAhead = undefined
    this.failure = undefined
    this.failuresInRow = 0
    this.#progressed_ms = performance.now()
  }

  noteLostSession(error: Error): void {
    this.counters.session_failures++
    this.counters.leases = 0
    this.failure = error
  }

  health(isRunning: boolean): RelayHealth {
    const msSinceProgress = Math.round(performance.now() - this.#progressed_ms)
    const isStuck = this.refusal !== undefined || this.clockAhead !== undefined
    return {
      is_ready: isRunning && !isStuck && msSinceProgress < PROGRESS_MS,
      leases: this.counters.leases,
      ms_since_progress: msSinceProgress,
      error: this.clockAhead?.message ?? this.failure?.message,
    }
  }
}
