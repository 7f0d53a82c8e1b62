import type { PoolClient } from 'pg'
import { DAY_MS } from '../../runtime/durations.ts'
import { MERGES_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import type { Merge } from '../log/log-batch.ts'
import type { Filter } from '../matching/matching.ts'

/** Time for which a merge is remembered. The rows of the API never lag longer behind the log. */
const RECENT_MS = DAY_MS

/**
 * Redirects requests for a merged bill to its winner: followers, endpoints with a filter that names it, and
 * endpoints that track it. Both bills match until `forgetMerged`. Returns each with its final bill.
 */
export async function applyMerges(
  client: PoolClient,
  merges: readonly Merge[],
  now: Date,
): Promise<readonly Merge[]> {
  if (merges.length === 0) return []
  // The merges of a chain lie in several partitions, which dispatchers read in any order. Only one batch with merges is
  // applied at a time, so that each knows all earlier merges.
  await client.query('SELECT pg_advisory_xact_lock($1)', [MERGES_LOCK])
  const ended = endsOf(await knownMerges(client, merges, now), merges)
  const bills = ended.map(({ bill_id }) => bill_id)
  const winners = ended.map(({ into_id }) => into_id)
  // A winner is a bill of its own, whatever an earlier merge said.
  await client.query('DELETE FROM webhook.merged_bill WHERE bill_id = ANY($1)', [winners])
  await client.query(
    `INSERT INTO webhook.merged_bill (bill_id, into_id, at) SELECT bill_id, into_id, $3
     FROM unnest($1::bigint[], $2::bigint[]) AS merge (bill_id, into_id)
     ON CONFLICT (bill_id) DO UPDATE SET into_id = excluded.into_id, at = excluded.at`,
    [bills, winners, now],
  )
  await client.query(
    `UPDATE webhook.merged_bill SET into_id = merge.into_id
     FROM unnest($1::bigint[], $2::bigint[]) AS merge (bill_id, into_id)
     WHERE merged_bill.into_id = merge.bill_id`,
    [bills, winners],
  )
  await client.query(
    `WITH gained AS (
       SELECT DISTINCT account_id, merge.into_id FROM unnest($1::bigint[], $2::bigint[]) AS merge (bill_id, into_id)
       JOIN webhook.follow ON follow.bill_id = merge.bill_id AND removed_at IS NULL
     )
     INSERT INTO webhook.follow (account_id, bill_id, created_at, updated_at)
     SELECT account_id, into_id, at, at FROM gained, (SELECT clock_timestamp() AS at) AS moment
     ON CONFLICT (bill_id, account_id) DO UPDATE SET removed_at = NULL, updated_at = excluded.updated_at
     WHERE follow.removed_at IS NOT NULL`,
    [bills, winners],
  )
  await client.query(
    `INSERT INTO webhook.tracked_bill (endpoint_id, bill_id)
     SELECT endpoint_id, merge.into_id FROM unnest($1::bigint[], $2::bigint[]) AS merge (bill_id, into_id)
     JOIN webhook.tracked_bill ON tracked_bill.bill_id = merge.bill_id
     ON CONFLICT DO NOTHING`,
    [bills, winners],
  )
  const into = new Map(ended.map(({ bill_id, into_id }) => [bill_id, into_id]))
  await changeFilters(client, bills, (ids) => [...ids, ...ids.flatMap((id) => into.get(id) ?? [])])
  return ended
}

export async function forgetMergedBills(client: PoolClient, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return
  const bills = merges.map(({ bill_id }) => bill_id)
  await client.query(
    `UPDATE webhook.follow SET removed_at = moment.at, updated_at = moment.at
     FROM (SELECT clock_timestamp() AS at) AS moment WHERE bill_id = ANY($1) AND removed_at IS NULL`,
    [bills],
  )
  await client.query('DELETE FROM webhook.tracked_bill WHERE bill_id = ANY($1)', [bills])
  const gone = new Set(bills)
  await changeFilters(client, bills, (ids) => ids.filter((id) => !gone.has(id)))
}

/** Replaces merged bills in a filter by their current ids. */
export async function withCurrentBills(
  client: Pick<PoolClient, 'query'>,
  filter: Filter,
  now: Date,
): Promise<Filter> {
  if (filter.bill_ids === undefined) return filter
  return { ...filter, bill_ids: await currentIds(client, filter.bill_ids, now) }
}

/** Current ids of recently merged bills. The rows of the API know earlier merges, and later splits too. */
export async function currentIds(
  client: Pick<PoolClient, 'query'>,
  billIds: readonly number[],
  now: Date,
): Promise<number[]> {
  if (billIds.length === 0) return []
  const { rows } = await client.query<{ bill_id: number; into_id: number }>(
    'SELECT bill_id, into_id FROM webhook.merged_bill WHERE bill_id = ANY($1) AND at > $2',
    [billIds, new Date(now.getTime() - RECENT_MS)],
  )
  const into = new Map(rows.map(({ bill_id, into_id }) => [bill_id, into_id]))
  return [...new Set(billIds.map((id) => into.get(id) ?? id))]
}

/**
 * Follows the winners of these merges through recent merges, like `currentIds`. No winner in the result is
 * itself a loser.
 */
async function knownMerges(client: PoolClient, merges: readonly Merge[], now: Date): Promise<Merge[]> {
  const { rows } = await client.query<Merge>(
    'SELECT bill_id, into_id FROM webhook.merged_bill WHERE bill_id = ANY($1) AND at > $2',
    [merges.map(({ into_id }) => into_id), new Date(now.getTime() - RECENT_MS)],
  )
  return rows
}

/**
 * Maps each bill of `merges` to its final bill, through `known` and the other merges, in whatever order they come.
 */
function endsOf(known: readonly Merge[], merges: readonly Merge[]): Merge[] {
  const into = new Map(known.map(({ bill_id, into_id }) => [bill_id, into_id]))
  for (const { bill_id, into_id } of merges) {
    if (bill_id === into_id) continue
    into.delete(bill_id)
    // If the chain leads back, the other bill was split from it since.
    if (endOf(into, into_id) === bill_id) into.delete(into_id)
    into.set(bill_id, into_id)
  }
  const bills = new Set(merges.map(({ bill_id }) => bill_id))
  return [...bills]
    .filter((billId) => into.has(billId))
    .map((billId) => ({ bill_id: billId, into_id: endOf(into, billId) }))
}

function endOf(into: ReadonlyMap<number, number>, billId: number): number {
  const next = into.get(billId)
  return next === undefined ? billId : endOf(into, next)
}

/** Locks in the order of ids, as all code that locks several endpoints. */
async function changeFilters(
  client: PoolClient,
  bills: readonly number[],
  change: (ids: readonly number[]) => readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ id: number; filter: { bill_ids: number[] } }>(
    `SELECT id, filter FROM webhook.endpoint
     WHERE EXISTS (
       SELECT FROM json_array_elements_text(filter -> 'bill_ids') AS named (id) WHERE named.id::bigint = ANY($1)
     ) ORDER BY id FOR NO KEY UPDATE`,
    [bills],
  )
  for (const { id, filter } of rows) {
    const billIds = [...new Set(change(filter.bill_ids))]
    await client.query(
      'UPDATE webhook.endpoint SET filter = $2, updated_at = clock_timestamp() WHERE id = $1',
      [id, JSON.stringify({ ...filter, bill_ids: billIds })],
    )
  }
}
