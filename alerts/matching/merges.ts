import type { PoolClient } from 'pg'
import { ALERT_MERGES_LOCK } from '../../runtime/postgres/advisory-locks.ts'

type Merge = { readonly bill_id: number; readonly into_id: number }

/**
 * Lets the watchers of merged bills watch the bills that remain too. Until `forgetMerged`, both count, since a batch may have
 * events from before the merge. The merges of a chain lie in several partitions, which are read in any order.
 */
export async function followMerges(client: PoolClient, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return
  await client.query('SELECT pg_advisory_xact_lock($1)', [ALERT_MERGES_LOCK])
  for (const { bill_id, into_id } of merges) {
    if (bill_id === into_id) continue
    const { rows } = await client.query<{ into_id: number }>(
      'SELECT into_id FROM alerts.merged_bill WHERE bill_id = $1 AND into_id <> $2',
      [into_id, bill_id],
    )
    const remaining = rows[0]?.into_id ?? into_id
    // A bill that remains is a bill of its own, whatever an earlier merge said.
    await client.query('DELETE FROM alerts.merged_bill WHERE bill_id = $1', [remaining])
    await client.query(
      `INSERT INTO alerts.merged_bill (bill_id, into_id) VALUES ($1, $2)
       ON CONFLICT (bill_id) DO UPDATE SET into_id = excluded.into_id`,
      [bill_id, remaining],
    )
    await client.query('UPDATE alerts.merged_bill SET into_id = $2 WHERE into_id = $1', [bill_id, remaining])
    await client.query(
      `INSERT INTO alerts.watched_bill (subscription_id, bill_id)
       SELECT subscription_id, $2 FROM alerts.watched_bill WHERE bill_id = $1 ON CONFLICT DO NOTHING`,
      [bill_id, remaining],
    )
  }
}

export async function forgetMerged(client: PoolClient, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return
  await client.query(
    `DELETE FROM alerts.watched_bill w USING alerts.merged_bill m
     WHERE m.bill_id = w.bill_id AND w.bill_id = ANY ($1::bigint[])`,
    [merges.map(({ bill_id }) => bill_id)],
  )
}
