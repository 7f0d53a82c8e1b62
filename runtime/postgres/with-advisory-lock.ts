import { releaseAdvisoryLock, tryAdvisoryLock } from './hold-advisory-lock.ts'
import { type Database, withConnection } from './postgres.ts'

/**
 * Runs `work` while no other process holds the lock, one of advisory-locks.ts. If one does, gives false and does nothing.
 * Throws if the lock was lost before `work` ended.
 */
export async function tryWithAdvisoryLock(
  database: Database,
  lock: number,
  work: () => Promise<void>,
): Promise<boolean> {
  return withConnection(database, async (client) => {
    if (!(await tryAdvisoryLock(client, lock))) return false
    try {
      await work()
    } catch (error) {
      // The error of `work` is thrown. The server notices a closed connection only a moment later, so the lock is
      // released first.
      await releaseAdvisoryLock(client, lock).catch(() => {})
      throw error
    }
    await releaseAdvisoryLock(client, lock)
    return true
  })
}
