import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * SQL: an upper bound of how long the oldest unprojected event has been in the log. It came after the last projected
 * event (`read_at`, by Kafka's time), and after the log first had more than the live read schema (`waiting_since`, by
 * the database's time). The clock of the log, which may have jumped, does not matter. `p` is control.position, `c`
 * control.partition_clock.
 */
export const OLDEST_AT = 'greatest(p.read_at, c.waiting_since)'

/** SQL: seconds from a time until now; 0 if it is not known. */
export const secondsSince = (at: string): string =>
  `CASE WHEN isfinite(${at}) THEN greatest(round(extract(epoch FROM clock_timestamp() - ${at}), 3), 0) ELSE 0 END`

type Lag = {
  /** Events in the log that are not projected. */
  readonly events: number
  /** Age in the log of the oldest of them. */
  readonly oldest_s: number
}

/** The lag of a read schema, by the ends of the log that relays reported: Kafka is not asked. */
export async function readLag(database: Queryable, readSchema: string): Promise<Lag> {
  const { rows } = await database.query<Lag>(
    `SELECT coalesce(sum(c.end_offset - p.next), 0)::bigint AS events, coalesce(max(${secondsSince(OLDEST_AT)}), 0) AS oldest_s
     FROM control.position p JOIN control.partition_clock c USING (topic, partition)
     WHERE p.read_schema = $1 AND c.end_offset > p.next`,
    [readSchema],
  )
  return rows[0]!
}
