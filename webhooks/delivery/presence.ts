import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import { DISPATCHER_PRESENCE_CLASS } from '../../runtime/postgres/advisory-locks.ts'
import { takeAdvisoryLock } from '../../runtime/postgres/hold-advisory-lock.ts'
import { type Database, withSession } from '../../runtime/postgres/postgres.ts'

/** Shows that a dispatcher is alive: a lock in a session of its own, which ends with the process. */
export type Presence = {
  /** The holder id of this process's leases. null while Postgres is away. */
  holder(): number | null
  stop(): Promise<void>
}

const PAUSE_MS = 1_000
const MAX_HOLDER_ID = 2 ** 31 - 1

export async function startPresence(options: { database: Database; log: Log }): Promise<Presence> {
  const { database, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let holder: number | null = null

  /** Holds a lock until the session is lost. Calls `onAcquired` when it has the lock. */
  async function hold(onAcquired: () => void): Promise<void> {
    await withSession(database, async (client) => {
      const lost = once(client, 'error', { signal })
      // An abort rejects it, perhaps before anything waits for it.
      lost.catch(() => {})
      try {
        const drawn = randomInt(1, MAX_HOLDER_ID)
        await takeAdvisoryLock(client, [DISPATCHER_PRESENCE_CLASS, drawn])
        holder = drawn
        onAcquired()
        throw (await lost)[0]
      } finally {
        holder = null
      }
    })
  }

  async function run(onFirst: () => void): Promise<void> {
    while (!signal.aborted) {
      await hold(onFirst).catch((error: unknown) => {
        if (!signal.aborted)
          log.warn(
            { err: error },
            'lost the presence lock: leases only end by the clock until Postgres is back',
          )
      })
      // Callers that wait for the first lock continue without it: leases without a holder end by the clock.
      onFirst()
      await pause(PAUSE_MS, signal)
    }
  }

  let running: Promise<void> | undefined
  await new Promise<void>((resolve) => {
    running = run(resolve)
  })
  return {
    holder: () => holder,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
