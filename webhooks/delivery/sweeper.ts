import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import { SWEEP_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { findDueEndpoints, nextDueIn, releaseOrphanedLeases } from './lease.ts'

type Sweeper = {
  /**
   * Drains endpoints that have due deliveries and no lease: retries, leases that expired or lost their
   * process, and deliveries with a lost wake-up.
   */
  sweep(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const MAX_PAUSE_MS = 5_000
/** The shortest pause between two sweeps, however many endpoints fail. */
const MIN_PAUSE_MS = 250

export function createSweeper(options: {
  database: Database
  drain: (endpoint_id: number) => Promise<void>
  clock: Clock
  log: Log
  /** The reason why nothing may be sent now (clocks/agreed-clock.ts). */
  whyApart?: () => string | undefined
}): Sweeper {
  const { database, drain, clock, log, whyApart } = options
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  /** One process sweeps at a time and drains what it finds, so nothing here depends on Redis. */
  async function due(): Promise<number[]> {
    if (whyApart?.() !== undefined) return []
    return inTransaction(database, async (client) => {
      const { rows } = await client.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS locked',
        [SWEEP_LOCK],
      )
      if (rows[0]?.locked !== true) return []
      await releaseOrphanedLeases(client)
      return findDueEndpoints(client, clock.now())
    })
  }

  /** Drains due deliveries. Returns the pause until the next sweep. */
  async function drainDue(): Promise<number> {
    for (const endpointId of await due()) void drain(endpointId)
    const wait_ms = (await nextDueIn(database, clock.now())) ?? MAX_PAUSE_MS
    return Math.min(Math.max(wait_ms, MIN_PAUSE_MS), MAX_PAUSE_MS)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause_ms = await drainDue().catch((error: unknown) => {
        log.warn({ err: error }, 'could not sweep due deliveries')
        return MAX_PAUSE_MS
      })
      await pause(pause_ms, stopping.signal)
    }
  }

  return {
    async sweep() {
      await Promise.all((await due()).map(drain))
    },
    start() {
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
