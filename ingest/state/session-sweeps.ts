import type { PoolClient } from 'pg'

export type SweepRequest = {
  readonly session_id: number
  /** true: no webhook is sent, whichever run continues the sweep. false: webhooks follow the mode of that run. */
  readonly backfill: boolean
}

/**
 * When a session is first listed, ends or continues, its bills change: `session_known`, and whether unfinished bills
 * are `dead`. Bills are updated in batches, in the order of ids. Each batch saves its progress in its own
 * transaction, so the next run can continue after any interruption.
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

/**
 * Gives the sessions that have emitted bills. A session is nearly always listed before its bills, and then none need
 * an update.
 */
export async function sessionsWithBills(
  client: PoolClient,
  sessionIds: readonly number[],
): Promise<number[]> {
  if (sessionIds.length === 0) return []
  const { rows } = await client.query<{ entity_id: number }>(
    `SELECT DISTINCT s.entity_id FROM ingest.identity s
     WHERE s.entity_type = 'session' AND s.entity_id = ANY ($1::bigint[]) AND EXISTS (
       SELECT FROM ingest.identity i JOIN ingest.stored_entity h ON h.entity_id = i.entity_id
       WHERE i.entity_type = 'bill' AND i.natural_key > s.natural_key || '|' AND i.natural_key < s.natural_key || '}'
     )`,
    [sessionIds],
  )
  return rows.map(({ entity_id }) => entity_id)
}
