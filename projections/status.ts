import type { Database } from '../runtime/postgres.ts'
import type { ReadSchemaState } from './read-schema.ts'

export type PartitionStatus = {
  readonly topic: string
  readonly partition: number
  /** The offset after the last event that the broker has acknowledged. */
  readonly end: number
  readonly next: number
  readonly lag_events: number
  /** How old what is projected is, where something waits; 0 where nothing does. */
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
  /** Why projectors refuse to go on, and since when; null where they do not. */
  readonly halted: { readonly at: string; readonly message: string } | null
  readonly partitions: readonly PartitionStatus[]
}

/** How far each read schema has read, partition by partition. */
export async function projectionStatus(database: Database): Promise<ProjectionStatus[]> {
  const { rows } = await database.query<ProjectionStatus>(`
    SELECT r.name AS read_schema, r.is_live, r.state, r.watermark,
      (SELECT count(*) FROM control.parked_key k WHERE k.read_schema = r.name) AS parked_keys,
      (SELECT count(*) FROM control.parked_event e WHERE e.read_schema = r.name AND e.dropped_at IS NULL)
        AS parked_events,
      (SELECT json_build_object('at', h.halted_at, 'message', h.message)
        FROM control.projector_halt h JOIN control.position p USING (read_schema, topic, partition)
        WHERE h.read_schema = r.name AND h.allowed_at IS NULL AND p.next < h.upto
        ORDER BY h.halted_at DESC LIMIT 1) AS halted,
      (SELECT coalesce(json_agg(json_build_object(
          'topic', p.topic, 'partition', p.partition, 'end', p.end_offset, 'next', p.next,
          'lag_events', p.lag, 'lag_s', p.lag_s, 'claimed', p.claimed) ORDER BY p.topic, p.partition), '[]')
        FROM (
          SELECT o.topic, o.partition, o.next, coalesce(c.end_offset, 0) AS end_offset,
            coalesce(c.claimed, 0) AS claimed,
            greatest(coalesce(c.end_offset, 0) - o.next, 0) AS lag,
            CASE WHEN coalesce(c.end_offset, 0) <= o.next OR o.last_at = '-infinity' THEN 0
              ELSE round(extract(epoch FROM clock_timestamp() - o.last_at), 3) END AS lag_s
          FROM control.position o LEFT JOIN control.partition_clock c USING (topic, partition)
          WHERE o.read_schema = r.name
        ) p) AS partitions
    FROM control.read_schema r ORDER BY r.name`)
  return rows
}
