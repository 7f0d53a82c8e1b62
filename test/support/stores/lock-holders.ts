import type { Database } from '../../../runtime/postgres/postgres.ts'

/**
 * Ends the sessions with an advisory lock in this database, as a restart of Postgres does, and waits until they have
 * released it. Returns their number.
 */
export async function endLockHolders(database: Database): Promise<number> {
  const { rowCount } = await database.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rowCount ?? 0
}

/** Sessions of this database that wait for a lock of another. */
export async function waitingForLocks(database: Database): Promise<number> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
