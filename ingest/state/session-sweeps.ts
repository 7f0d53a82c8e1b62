import type { PoolClient } from 'pg'

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
       SELECT FROM ingest.identity i JOIN ingest.stored_entity h ON h.entity_id = i.entity_id
       WHERE i.entity_type = 'bill' AND i.natural_key > s.natural_key || '|' AND i.natural_key < s.natural_key || '}'
     )`,
    [sessionIds],
  )
  return rows.map(({ entity_id }) => entity_id)
}
