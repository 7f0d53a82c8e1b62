import type { PoolClient } from 'pg'
import { INGEST_PRESENCE_CLASS, RELAY_PRESENCE_CLASS } from '../../runtime/postgres/advisory-locks.ts'
import { tryAdvisoryLock } from '../../runtime/postgres/hold-advisory-lock.ts'
import { type Database, withSession } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { reapLeases } from '../run-context/source-lease.ts'

const RECOVERY_RUNNING = 'ingest is being recovered from the log; wait until that has ended'

/** Runs `work` while no recovery can begin. Throws `ingest_running` if one is active. */
export async function withIngestPresence<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return withLock(
    database,
    async (client) => {
      if (!(await tryAdvisoryLock(client, [INGEST_PRESENCE_CLASS, 0], { shared: true })))
        throw new LegislogError('ingest_running', RECOVERY_RUNNING)
    },
    work,
  )
}

/**
 * Runs `work` while nothing emits events: no relay and no run of ingest is active, and none can begin. Throws
 * `ingest_running` that names the active process.
 */
export async function withRecoveryLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return withLock(
    database,
    async (client) => {
      const refuse = (who: string) => new LegislogError('ingest_running', `${who}: stop it first`)
      if (!(await tryAdvisoryLock(client, [RELAY_PRESENCE_CLASS, 0])))
        throw refuse('a relay, or another recovery, is running')
      if (!(await tryAdvisoryLock(client, [INGEST_PRESENCE_CLASS, 0])))
        throw refuse('a command that publishes events is running')
      await reapLeases(database)
      const { rows } = await client.query<{ source: string; host: string; pid: number }>(
        'SELECT source, host, pid FROM ingest.source_lease ORDER BY source',
      )
      const [busy] = rows
      if (busy !== undefined)
        throw refuse(`${busy.source} is being run by process ${busy.pid} on ${busy.host}`)
    },
    work,
  )
}

/** The locks belong to the session, which ends with the work. */
async function withLock<T>(
  database: Database,
  take: (client: PoolClient) => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  return withSession(database, async (client) => {
    await take(client)
    return work()
  })
}
