import { setTimeout as sleep } from 'node:timers/promises'
import { SWEEP_LOCK } from '../runtime/advisory-locks.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { type Database, inTransaction } from '../runtime/postgres.ts'
import { endpointsDue, freeLeasesOfTheGone } from './lease.ts'

export type Sweeper = {
  /** Drains what is due and leased by nobody: retries, leases that ended or whose holder did, and whatever a lost message left behind. */
  sweep(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const PERIOD_MS = 5_000

export function createSweeper(options: {
  database: Database
  drain: (endpoint_id: number) => Promise<void>
  clock: Clock
  log: Log
}): Sweeper {
  const { database, drain, clock, log } = options
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  /** One process looks at a time; what it finds it drains itself, so nothing here depends on Redis. */
  async function due(): Promise<number[]> {
    return inTransaction(database, async (client) => {
      const { rows } = await client.query<{ locked: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS locked',
        [SWEEP_LOCK],
      )
      if (rows[0]?.locked !== true) return []
      await freeLeasesOfTheGone(client)
      return endpointsDue(client, clock.now())
    })
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await due().then(
        (endpoint_ids) => {
          for (const endpoint_id of endpoint_ids) void drain(endpoint_id)
        },
        (error: unknown) => log.warn({ err: error }, 'not swept'),
      )
      await sleep(PERIOD_MS, undefined, { signal: stopping.signal }).catch(() => {})
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
