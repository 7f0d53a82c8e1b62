import type { Settings } from '../settings/settings.ts'
import { createDatabase, type Queryable, withSession } from './postgres.ts'

/** One of advisory-locks.ts, or a class of it with a number. */
export type AdvisoryLock = number | readonly [lockClass: number, id: number]

export type HeldLock = {
  /** Aborted when the session that holds the lock is lost: another process may take the lock then. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/**
 * Takes a lock of this session if no other session holds it. If it is shared, many sessions may hold it at
 * once.
 */
export async function tryAdvisoryLock(
  client: Queryable,
  lock: AdvisoryLock,
  { shared = false }: { readonly shared?: boolean } = {},
): Promise<boolean> {
  const take = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ is_taken: boolean }>(
    `SELECT ${call(take, lock)} AS is_taken`,
    keysOf(lock),
  )
  return rows[0]!.is_taken
}

/** Waits until no other session holds the lock. */
export async function takeAdvisoryLock(client: Queryable, lock: AdvisoryLock): Promise<void> {
  await client.query(`SELECT ${call('pg_advisory_lock', lock)}`, keysOf(lock))
}

export async function releaseAdvisoryLock(client: Queryable, lock: AdvisoryLock): Promise<void> {
  await client.query(`SELECT ${call('pg_advisory_unlock', lock)}`, keysOf(lock))
}

/**
 * Takes a lock in a separate session, outside the pool of the process, and keeps it until `release`. Gives
 * undefined if another session holds it. `lost` aborts with the error of `whenLost`.
 */
export async function holdAdvisoryLock(
  settings: Settings,
  options: {
    readonly lock: AdvisoryLock
    readonly application_name: string
    readonly whenLost: () => Error
  },
): Promise<HeldLock | undefined> {
  const { lock, application_name, whenLost } = options
  const database = createDatabase({ ...settings, database_pool: 1 }, { application_name })
  const taking = Promise.withResolvers<boolean>()
  const releasing = Promise.withResolvers<void>()
  const lost = new AbortController()
  const session = withSession(database, async (client) => {
    const lose = () => lost.abort(whenLost())
    client.on('error', lose)
    client.on('end', lose)
    const isTaken = await tryAdvisoryLock(client, lock)
    taking.resolve(isTaken)
    if (isTaken) await releasing.promise
    client.off('end', lose)
    client.off('error', lose)
  })
  session.catch(taking.reject)
  const release = async () => {
    releasing.resolve()
    // A session that failed has released its lock, and `lost` has said so.
    await session.catch(() => {})
    await database.end()
  }
  try {
    if (await taking.promise) return { lost: lost.signal, release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}

function keysOf(lock: AdvisoryLock): number[] {
  return typeof lock === 'number' ? [lock] : [...lock]
}

function call(name: string, lock: AdvisoryLock): string {
  return typeof lock === 'number' ? `${name}($1)` : `${name}($1, $2)`
}
