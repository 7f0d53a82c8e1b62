import type { Clock } from '../clock.ts'
import { HOUR_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { readEarlierClock } from './earlier-clock.ts'
import type { Database } from './postgres.ts'

/** Removes what is older than it may be. `failure` is what the log says if it could not. */
export type Upkeep = { readonly sweep: (now: Date) => Promise<void>; readonly failure: string }

/**
 * Makes each sweep every hour, by a clock that is not ahead of that of Postgres. One that fails stops no other, and
 * none keeps the process alive.
 */
export function startHourlyUpkeep(
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Log },
  upkeeps: readonly Upkeep[],
): { close(): void } {
  const run = async ({ sweep, failure }: Upkeep): Promise<void> => {
    try {
      await sweep(await readEarlierClock(database, clock))
    } catch (error) {
      log.warn({ err: error }, failure)
    }
  }
  const timer = setInterval(() => void Promise.all(upkeeps.map(run)), HOUR_MS)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
