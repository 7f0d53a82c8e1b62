import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Wait } from '../fold/waiting-event.ts'
import { unacceptedHaltsSql } from '../parking/halt.ts'
import { waitsSql } from '../parking/waits.ts'
import type { ReadSchemaState } from '../read-schemas/read-schema.ts'
import { OLDEST_AT, secondsSince } from '../watermark/lag.ts'
import type { Ends } from '../watermark/log-ends.ts'

type PartitionStatus = {
  readonly topic: string
  readonly partition: number
  /**
   * The offset after the last event: from Kafka if it was queried, otherwise the last acknowledged to a
   * relay.
   */
  readonly end: number
  readonly next: number
  readonly lag_events: number
  /** Age in the log of the oldest event that is not projected; 0 if all are. */
  readonly lag_s: number
  /** Events that the relay has claimed and not yet published. */
  readonly claimed: number
}

export type ProjectionStatus = {
  readonly read_schema: string
  readonly is_live: boolean
  readonly state: ReadSchemaState
  readonly watermark: string
  readonly parked_keys: number
  readonly parked_events: number
  /**
   * The reason why projectors refuse to continue, or for the live one the relay or dispatcher refuses the log, and
   * since when. null if none refuses.
   */
  readonly halted: { readonly at: string; readonly message: string } | null
  /** The events that projectors wait for, with what is needed, until they have read past them. */
  readonly waiting: readonly Wait[]
  readonly partitions: readonly PartitionStatus[]
}

/** Reads the positions of each read schema, by partition. */
export async function projectionStatus(database: Database, ends?: Ends): Promise<ProjectionStatus[]> {
  const { rows } = await database.query<ProjectionStatus>(
    `
    SELECT r.name AS read_schema, r.is_live, r.state, r.watermark,
      (SELECT count(*) FROM control.parked_key k WHERE k.read_schema = r.name) AS parked_keys,
      (SELECT count(*) FROM control.parked_event e WHERE e.read_schema = r.name AND e.dropped_at IS NULL)
        AS parked_events,
      (SELECT json_build_object('at', h.at, 'message', h.message) FROM (
        SELECT h.halted_at AS at, h.message ${unacceptedHaltsSql('r.name')}
        UNION ALL
        SELECT f.noticed_at, f.message FROM control.log_fault f
        WHERE f.noticed_by = r.name OR r.is_live AND f.noticed_by IN ('relay', 'webhooks')
      ) h ORDER BY h.at DESC LIMIT 1) AS halted,
      ${waitsSql('r.name')} AS waiting,
      (SELECT coalesce(json_agg(json_build_object(
          'topic', p.topic, 'partition', p.partition, 'end', p.end_offset, 'next', p.next,
          'lag_events', p.lag, 'lag_s', p.lag_s, 'claimed', p.claimed) ORDER BY p.topic, p.partition), '[]')
        FROM (
          SELECT p.topic, p.partition, p.next, l.end_offset, coalesce(c.claimed, 0) AS claimed,
            greatest(l.end_offset - p.next, 0) AS lag,
            CASE WHEN l.end_offset <= p.next THEN 0 ELSE ${secondsSince(OLDEST_AT)} END AS lag_s
          FROM control.position p LEFT JOIN control.partition_clock c USING (topic, partition)
          LEFT JOIN unnest($1::text[], $2::int[], $3::bigint[]) AS e (topic, partition, high) USING (topic, partition),
          LATERAL (SELECT coalesce(e.high, c.end_offset, 0) AS end_offset) l
          WHERE p.read_schema = r.name
        ) p) AS partitions
    FROM control.read_schema r ORDER BY r.name`,
    [ends?.topics ?? [], ends?.partitions ?? [], ends?.highs ?? []],
  )
  return rows
}
