import type { PoolClient } from 'pg'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { retryTransient } from '../../runtime/postgres/retry-transaction.ts'
import { type Emitter, reemit, type StandaloneEmitter } from '../emit/reemit.ts'
import { lockSessions } from '../state/session-state.ts'

const BILLS_AT_ONCE = 500

/** Gives the number of bills that were read. */
export async function sweepSessions(sweeping: StandaloneEmitter, signal?: AbortSignal): Promise<number> {
  let bills = 0
  while (signal?.aborted !== true) {
    const swept = await retryTransient(sweeping.log, () =>
      inTransaction(sweeping.database, (client) => sweepSome(client, sweeping)),
    )
    if (swept === null) break
    bills += swept
  }
  return bills
}

/** null if nothing is left to do, or if another process does it. */
async function sweepSome(client: PoolClient, emitter: Emitter): Promise<number | null> {
  const { rows } = await client.query<{ session_id: number; session_keys: string[] }>(
    `SELECT s.session_id, array(
       SELECT natural_key FROM ingest.identity i WHERE i.entity_id = s.session_id AND i.entity_type = 'session'
     ) AS session_keys
     FROM ingest.session_sweep s ORDER BY s.requested_at, s.session_id LIMIT 1`,
  )
  const [wanted] = rows
  if (wanted === undefined) return null
  const { session_id, session_keys } = wanted
  // Lock it before the row, because a transaction that changes a session has its jurisdiction locked when it requests
  // the sweep.
  await lockSessions(client, { shared: session_keys.map((key) => key.split('|')[0]!), alone: [] })
  const { rows: mine } = await client.query<{ next_after: number; backfill: boolean }>(
    'SELECT next_after, backfill FROM ingest.session_sweep WHERE session_id = $1 FOR UPDATE SKIP LOCKED',
    [session_id],
  )
  const [sweep] = mine
  if (sweep === undefined) return null
  const { rows: bills } = await client.query<{ entity_id: number }>(
    `SELECT DISTINCT i.entity_id FROM unnest($1::text[]) AS w (session_key)
     JOIN ingest.identity i ON i.entity_type = 'bill' AND i.natural_key > w.session_key || '|'
       AND i.natural_key < w.session_key || '}'
     WHERE i.entity_id > $2 AND i.merged_from IS NULL ORDER BY 1 LIMIT $3`,
    [session_keys, sweep.next_after, BILLS_AT_ONCE],
  )
  const sweeping = sweep.backfill ? { ...emitter, backfill: { appliesTo: () => true } } : emitter
  await reemit(client, sweeping, bills, 'stored')
  const last = bills.at(-1)
  if (bills.length < BILLS_AT_ONCE || last === undefined)
    await client.query('DELETE FROM ingest.session_sweep WHERE session_id = $1', [session_id])
  else
    await client.query('UPDATE ingest.session_sweep SET next_after = $2 WHERE session_id = $1', [
      session_id,
      last.entity_id,
    ])
  return bills.length
}
