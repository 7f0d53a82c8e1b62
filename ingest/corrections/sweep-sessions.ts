import type { PoolClient } from 'pg'
import type { Log } from '../../runtime/log.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { type Emitter, reemit } from '../emit/reemit.ts'
import { retryTransient } from '../state/retry-transaction.ts'
import { lockSessions } from '../state/session-state.ts'

export type SweepRequest = {
  readonly session_id: number
  /** true: no webhook is sent for it, whichever run goes on with it; false: webhooks follow that run's own mode. */
  readonly backfill: boolean
}

/**
 * A session that is listed at last, that ended or goes on changes what its bills say: `session_known`, and whether those
 * that came to nothing are `dead`. The bills follow in batches, in the order of ids, and each batch notes how far it
 * came in its own transaction: cut off anywhere, the next run goes on from there.
 */
export async function requestSweeps(client: PoolClient, requests: readonly SweepRequest[]): Promise<void> {
  if (requests.length === 0) return
  await client.query(
    `INSERT INTO ingest.session_sweep (session_id, backfill)
     SELECT w.id, bool_and(w.backfill) FROM unnest($1::bigint[], $2::boolean[]) AS w (id, backfill)
     GROUP BY 1 ORDER BY 1
     ON CONFLICT (session_id) DO UPDATE
       SET next_after = 0, requested_at = now(), backfill = excluded.backfill`,
    [requests.map(({ session_id }) => session_id), requests.map(({ backfill }) => backfill)],
  )
}

/** Those of which bills have been told: nearly always a session is listed before its bills, and none has to follow. */
export async function sessionsWithBills(
  client: PoolClient,
  sessionIds: readonly number[],
): Promise<number[]> {
  if (sessionIds.length === 0) return []
  const { rows } = await client.query<{ entity_id: number }>(
    `SELECT DISTINCT s.entity_id FROM ingest.identity s
     WHERE s.entity_type = 'session' AND s.entity_id = ANY ($1::bigint[]) AND EXISTS (
       SELECT FROM ingest.identity i JOIN ingest.held h ON h.entity_id = i.entity_id
       WHERE i.entity_type = 'bill' AND i.natural_key > s.natural_key || '|' AND i.natural_key < s.natural_key || '}'
     )`,
    [sessionIds],
  )
  return rows.map(({ entity_id }) => entity_id)
}

const BILLS_AT_ONCE = 500

export type StandaloneEmitter = Emitter & { readonly database: Database; readonly log: Log }

/** Gives how many bills were looked at. */
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

/** null where nothing is left to do, or others are doing it. */
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
  // Before the row: whoever changes a session holds its jurisdiction when he asks for the sweep.
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
