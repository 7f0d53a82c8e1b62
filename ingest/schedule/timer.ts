import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'

export type TimerContext = {
  readonly settings: Settings
  readonly database: Database
  readonly codec: EventCodec
  readonly log: Log
  readonly clock: Clock
  /** Called before each run. Throws if no run may begin now. */
  readonly beforeRun?: () => Promise<void>
}

/** Work that starts by the clock and not by a source, such as closing a comment period. */
export type Timer = {
  readonly name: string
  readonly interval_s: number
  /** Idempotent: a second run has no further effect. Gives the amount of work done. */
  readonly run: (context: TimerContext) => Promise<number>
}
