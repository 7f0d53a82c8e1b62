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
  /** Before each run: throws where none may begin now. */
  readonly beforeRun?: () => Promise<void>
}

/** Work that no source gives rise to, only the clock: a comment period closes because the day has come. */
export type Timer = {
  readonly name: string
  readonly interval_s: number
  /** Idempotent: run twice, it does what it has to once. Gives how much it did. */
  readonly run: (context: TimerContext) => Promise<number>
}
