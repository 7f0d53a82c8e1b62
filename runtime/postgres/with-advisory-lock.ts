import { type Database, withConnection } from './postgres.ts'

/**
 * Runs `work` while no other process holds the lock, one of advisory-locks.ts. False, and nothing done, where one does.
 * Throws where the lock was lost before `work` ended.
 */
export async function tryWithAdvisoryLock(
  database: Database,
  lock: number,
  work: () => Promise<void>,
): Promise<boolean> {
  return withConnection(database, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      lock,
    ])
    if (rows[0]?.taken !== true) return false
    const unlock = () => client.query('SELECT pg_advisory_unlock($1)', [lock])
    try {
      await work()
    } catch (error) {
      // The server notices a moment later that a connection was closed: until then nobody could take the lock.
      await unlock().catch(() => {})
      throw error
    }
    await unlock()
    return true
  })
}
