import type { PoolClient } from 'pg'

/**
 * Merges and splits. A merged entity keeps its row and its public id forever, and the log says what it
 * became. The winner gets all its keys, aliases and records, marked with their origin, so that a split can
 * return them. If both entities have records of one source, the winner's come first. But if the source now
 * reports only the loser, the loser's come first, because later reports would have no effect otherwise.
 */
export type Merge = {
  readonly loser_id: number
  readonly winner_id: number
  readonly reason: string
  /**
   * Decides which records of one source come first. If absent, the loser's come first if the source recently
   * reported only the loser.
   */
  readonly first?: 'winner' | 'loser'
}

/** A source that reports both entities does so within one run. */
const RECENT = '1 day'

/** Moves keys, aliases and records from one entity to the other and marks their origin. */
export async function applyMerge(
  client: PoolClient,
  { loser_id, winner_id, reason, first }: Merge,
): Promise<void> {
  await client.query(
    `WITH of_loser AS (
       SELECT source, max(observed_at) AS reported_at, min(record_rank) AS lowest, max(record_rank) AS highest
       FROM ingest.snapshot WHERE entity_id = $1 GROUP BY source
     ), of_winner AS (
       SELECT source, max(observed_at) AS reported_at, min(record_rank) AS lowest, max(record_rank) AS highest
       FROM ingest.snapshot WHERE entity_id = $2 GROUP BY source
     ), ranks AS (
       SELECT source, CASE
         WHEN w.source IS NULL THEN 0
         WHEN $4 = 'loser' OR $4 IS NULL AND l.reported_at >= w.reported_at + $5::interval THEN w.lowest - 1 - l.highest
         ELSE w.highest + 1 - l.lowest END AS moved_by
       FROM of_loser l LEFT JOIN of_winner w USING (source)
     ), keys AS (
       UPDATE ingest.identity SET entity_id = $2, merged_from = coalesce(merged_from, $1) WHERE entity_id = $1
     ), aliases AS (
       UPDATE ingest.alias SET entity_id = $2, merged_from = coalesce(merged_from, $1) WHERE entity_id = $1
     ), records AS (
       UPDATE ingest.snapshot s SET entity_id = $2, record_rank = s.record_rank + r.moved_by,
         record_key = CASE WHEN record_key LIKE '~%' THEN record_key ELSE '~' || $1::text || '|' || record_key END
       FROM ranks r WHERE s.entity_id = $1 AND s.source = r.source
     )
     INSERT INTO ingest.merged (loser_id, winner_id, reason) VALUES ($1, $2, $3)`,
    [loser_id, winner_id, reason, first ?? null, RECENT],
  )
}

/** Finds what `giveToWinner` moved from the loser and from entities that had been merged into it. */
export async function revertMerge(
  client: PoolClient,
  {
    loser_id,
    winner_id,
    parts,
  }: { readonly loser_id: number; readonly winner_id: number; readonly parts: readonly number[] },
): Promise<void> {
  await client.query(
    `WITH keys AS (
       UPDATE ingest.identity SET entity_id = $1, merged_from = nullif(merged_from, $1)
       WHERE entity_id = $2 AND merged_from = ANY ($3::bigint[])
     ), aliases AS (
       UPDATE ingest.alias SET entity_id = $1, merged_from = nullif(merged_from, $1)
       WHERE entity_id = $2 AND merged_from = ANY ($3::bigint[])
     ), records AS (
       UPDATE ingest.snapshot SET entity_id = $1,
         record_key = CASE WHEN record_key LIKE '~' || $1::text || '|%'
           THEN substr(record_key, length('~' || $1::text || '|') + 1) ELSE record_key END
       WHERE entity_id = $2 AND substring(record_key FROM '^~([0-9]+)[|]')::bigint = ANY ($3::bigint[])
     )
     DELETE FROM ingest.merged WHERE loser_id = $1`,
    [loser_id, winner_id, parts],
  )
}

/** Gives all entities that became this one, directly or through other merges. */
export async function losersOf(client: PoolClient, entityId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `WITH RECURSIVE losers AS (
       SELECT loser_id AS id FROM ingest.merged WHERE winner_id = $1
       UNION
       SELECT m.loser_id FROM losers l JOIN ingest.merged m ON m.winner_id = l.id
     )
     SELECT id FROM losers ORDER BY id`,
    [entityId],
  )
  return rows.map(({ id }) => id)
}
