import type { Clock } from '../../runtime/clock.ts'
import { MINUTE_MS } from '../../runtime/durations.ts'
import type { Log } from '../../runtime/log.ts'
import { readEarlierClock } from '../../runtime/postgres/earlier-clock.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { sweepLookups } from './lookups.ts'

export type LookupSweep = {
  /** Gives expired reservations back, and returns their number. */
  sweep(): Promise<number>
  close(): void
}

/** Gives expired reservations back every minute. */
export function startLookupSweep(options: { database: Database; clock: Clock; log: Log }): LookupSweep {
  const { database, clock, log } = options
  const sweep = async () => sweepLookups(database, await readEarlierClock(database, clock))
  const sweepOrWarn = () =>
    sweep().then(
      (given) => given > 0 && log.info({ lookups: given }, 'expired lookups were given back'),
      (error: unknown) => log.warn({ err: error }, 'expired lookups were not given back'),
    )
  const timer = setInterval(() => void sweepOrWarn(), MINUTE_MS)
  timer.unref()
  return { sweep, close: () => clearInterval(timer) }
}
