import type { PoolClient } from 'pg'

/**
 * Finds the id up to which every outbox row is visible now or never will be. During a long transaction, such as a
 * verify, Postgres keeps rows that were acked and deleted. A claim that starts above this id does not scan them.
 */
export class SettledIds {
  #settled = 0n
  #asked: { readonly last_id: bigint; readonly writers: readonly string[] } | undefined

  get upTo(): bigint {
    return this.#settled
  }

  /**
   * A transaction that draws an id has locked the table before, and holds the lock until it ends. So all ids up to
   * `last_id` are settled when the transactions that were writing at that time have ended. Keep these as separate
   * statements, in this order.
   */
  async look(session: PoolClient): Promise<void> {
    if (this.#asked !== undefined) {
      if (await isAnyAlive(session, this.#asked.writers)) return
      this.#settled = this.#asked.last_id
    }
    const lastId = await readLastId(session)
    this.#asked = { last_id: lastId, writers: await readWriters(session) }
  }
}

async function readLastId(session: PoolClient): Promise<bigint> {
  const { rows } = await session.query<{ last_id: string }>(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END::text AS last_id FROM ingest.outbox_id_seq',
  )
  return BigInt(rows[0]!.last_id)
}

async function readWriters(session: PoolClient): Promise<string[]> {
  const { rows } = await session.query<{ writer: string }>(
    `SELECT virtualtransaction AS writer FROM pg_locks
     WHERE locktype = 'relation' AND relation = 'ingest.outbox'::regclass AND mode = 'RowExclusiveLock'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map(({ writer }) => writer)
}

async function isAnyAlive(session: PoolClient, writers: readonly string[]): Promise<boolean> {
  if (writers.length === 0) return false
  const { rows } = await session.query<{ is_alive: boolean }>(
    'SELECT EXISTS (SELECT FROM pg_locks WHERE virtualtransaction = ANY ($1::text[])) AS is_alive',
    [writers],
  )
  return rows[0]!.is_alive
}
