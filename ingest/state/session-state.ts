import type { PoolClient } from 'pg'
import { SESSIONS_LOCK_CLASS } from '../../runtime/postgres/advisory-locks.ts'

/** The facts of a session that its bills depend on. */
export type SessionState = {
  /** The day on which it ended, as a source or an operator says. */
  readonly closed_on: string | null
}

/** Gives the sessions that a source has listed, by their natural keys. */
export async function findSessions(
  client: PoolClient,
  keys: Iterable<string>,
): Promise<Map<string, SessionState>> {
  const wanted = [...new Set(keys)]
  if (wanted.length === 0) return new Map()
  const { rows } = await client.query<SessionState & { natural_key: string }>(
    `SELECT i.natural_key, h.content #>> '{closed,closed_on}' AS closed_on
     FROM ingest.identity i JOIN ingest.stored_entity h USING (entity_id)
     WHERE i.entity_type = 'session' AND i.natural_key = ANY ($1::text[])`,
    [wanted],
  )
  return new Map(rows.map(({ natural_key, closed_on }) => [natural_key, { closed_on }]))
}

/**
 * A transaction that emits bills locks their jurisdictions in shared mode. A transaction that changes sessions locks
 * theirs exclusively. So a sweep after the change (session-sweeps.ts) finds every bill that was emitted before it.
 * Take these locks first in a transaction, in one order.
 */
export async function lockSessions(
  client: PoolClient,
  locks: { readonly shared: Iterable<string>; readonly alone: Iterable<string> },
): Promise<void> {
  const alone = new Set(locks.alone)
  const shared = new Set([...locks.shared].filter((jurisdiction) => !alone.has(jurisdiction)))
  if (alone.size === 0 && shared.size === 0) return
  if (alone.size === 0) {
    await client.query(
      `SELECT pg_advisory_xact_lock_shared($1, w.lock)
       FROM (SELECT DISTINCT hashtext(j) AS lock FROM unnest($2::text[]) AS j ORDER BY 1 OFFSET 0) w`,
      [SESSIONS_LOCK_CLASS, [...shared]],
    )
    return
  }
  const { rows } = await client.query<{ lock: number; is_alone: boolean }>(
    `SELECT hashtext(w.j) AS lock, bool_or(w.j = ANY ($2::text[])) AS is_alone
     FROM unnest($1::text[]) AS w (j) GROUP BY 1 ORDER BY 1`,
    [[...alone, ...shared], [...alone]],
  )
  for (const { lock, is_alone } of rows) {
    const take = is_alone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
    await client.query(`SELECT ${take}($1, $2)`, [SESSIONS_LOCK_CLASS, lock])
  }
}
