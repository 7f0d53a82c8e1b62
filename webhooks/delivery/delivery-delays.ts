import type { Clock } from '../../runtime/clock.ts'
import { createDelayCounter, DATABASE_NOW_MS } from '../../runtime/delays/delay-counter.ts'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { Attempt } from '../http/sender.ts'
import type { DueDelivery } from './due-deliveries.ts'
import type { LeasedEndpoint } from './lease.ts'

/** Counts how long live events take from their record until a receiver has answered: control.delay_count. */
type DeliveryDelays = {
  /** Resolves after the first comparison of the clocks, even if it failed. */
  start(): Promise<void>
  onOwnDelay(
    delivery: Pick<DueDelivery, 'jurisdiction' | 'recorded_at'>,
    made: Pick<Attempt, 'at' | 'duration_ms'>,
  ): void
  stop(): Promise<void>
}

/**
 * Says if only this service caused the duration of a delivery that succeeded at its first attempt. Since its
 * event was recorded, the endpoint has not failed, its owner has not paused or changed it, and it has no
 * lower rate limit.
 */
export function isOwnDelay(
  { recorded_at }: Pick<DueDelivery, 'recorded_at'>,
  { rate_limit_per_s, steady_since }: Pick<LeasedEndpoint, 'rate_limit_per_s' | 'steady_since'>,
  troubled_ms: number,
): boolean {
  if (recorded_at === null || rate_limit_per_s !== null) return false
  return Date.parse(recorded_at) > Math.max(troubled_ms, Date.parse(steady_since))
}

const CLOCK_POLL_MS = 10_000

/**
 * The database's clock stamps events, and this host's clock stamps answers. Their difference is measured every ten
 * seconds, so that a slow host clock does not make deliveries look fast. Nothing is counted until it is known.
 */
export function createDeliveryDelays(options: {
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}): DeliveryDelays {
  const { database, clock, log } = options
  const counter = createDelayCounter({ database, log, target: 'webhook' })
  const stopping = new AbortController()
  let ahead_ms: number | undefined
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      ahead_ms = await readDatabaseClockLead(database, clock)
    } catch (error) {
      log.warn({ err: error }, "could not read the database's clock")
    }
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(CLOCK_POLL_MS, stopping.signal)
      if (!stopping.signal.aborted) await look()
    }
  }

  return {
    async start() {
      await look()
      looking = keepLooking()
    },
    onOwnDelay({ jurisdiction, recorded_at }, made) {
      if (ahead_ms === undefined || jurisdiction === null || recorded_at === null) return
      const at_ms = made.at.getTime() + made.duration_ms + ahead_ms
      counter.count({ jurisdiction, at_ms, delay_ms: at_ms - Date.parse(recorded_at), events: 1 })
    },
    async stop() {
      stopping.abort()
      await looking
      await counter.close()
    },
  }
}

/**
 * Measures how many milliseconds the database's clock is ahead of this host's. The error is at most the time
 * that the answer took.
 */
export function readDatabaseClockLead(database: Database, clock: Clock): Promise<number> {
  return inTransaction(database, async (client) => {
    const asked_ms = clock.now().getTime()
    const { rows } = await client.query<{ now_ms: number }>(`SELECT ${DATABASE_NOW_MS} AS now_ms`)
    return rows[0]!.now_ms - asked_ms
  })
}
