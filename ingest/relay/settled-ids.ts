import type { PoolClient } from 'pg'

/**
 * Up to which id every outbox row that will ever be is there to see. While a long transaction lives, say that of a
 * verify, Postgres keeps what has been acked and deleted since; a claim that begins above this id does not walk over it.
 */
export class SettledIds {
  #settled = 0n
  #asked: { readonly last_id: bigint; readonly writers: readonly string[] } | undefined

  get upTo(): bigint {
    return this.#settled
  }

  /**
   * Who has drawn an id has locked the table before, and holds the lock until his transaction has ended: what the ids up
   * to `last_id` belong to has ended once those are gone who wrote when it was read. Statements of their own, in this order.
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
