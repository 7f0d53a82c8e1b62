import type { PoolClient } from 'pg'

/**
 * Removes stamps after a given time from waiting outbox rows, so that they are stamped again. If such a row was sent
 * already, the log has it twice, and readers park the copy that is ahead. Gives the number of rows. The floor must be
 * locked.
 */
export async function unstampAfter(client: PoolClient, at: string): Promise<number> {
  const { rowCount } = await client.query(
    `WITH unstamped AS (
       UPDATE ingest.outbox SET recorded_at = NULL WHERE recorded_at > $1 RETURNING topic, partition
     ), counted AS (
       SELECT topic, partition, count(*)::int AS rows FROM unstamped GROUP BY topic, partition
     ), settled AS (
       UPDATE control.partition_clock c SET claimed = greatest(c.claimed - n.rows, 0)
       FROM counted n WHERE c.topic = n.topic AND c.partition = n.partition
     )
     SELECT FROM unstamped`,
    [at],
  )
  return rowCount ?? 0
}
