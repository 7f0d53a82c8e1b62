import type { Clock } from '../../runtime/clock.ts'
import { HOUR_MS } from '../../runtime/durations.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { deleteLateRows } from './delete-account.ts'

/** Deletes every hour what was written for an account in the seconds after its deletion. */
export function startDeletionUpkeep(options: {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}): { close(): void } {
  const { database, clock, log } = options
  const timer = setInterval(
    () =>
      void deleteLateRows(database, clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'late rows of deleted accounts were not deleted'),
      ),
    HOUR_MS,
  )
  timer.unref()
  return { close: () => clearInterval(timer) }
}
