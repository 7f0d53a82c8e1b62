import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Wait } from '../fold/waiting-event.ts'

/** Stores what projectors wait for, so that `status` can show it. `since` keeps its first time. */
export async function recordWait(
  database: Database,
  readSchema: string,
  wait: Omit<Wait, 'since'>,
): Promise<void> {
  await database.query(
    `INSERT INTO control.projector_wait AS held (read_schema, topic, partition, "offset", code, type, message)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (read_schema, topic, partition) DO UPDATE SET
       "offset" = excluded."offset", code = excluded.code, type = excluded.type, message = excluded.message,
       since = CASE WHEN held."offset" = excluded."offset" AND held.code = excluded.code THEN held.since
         ELSE excluded.since END`,
    [readSchema, wait.topic, wait.partition, wait.offset, wait.code, wait.type, wait.message],
  )
}

/**
 * SQL: what the read schema with this name waits for, longest first, as JSON. A wait counts until it has been read
 * past.
 */
export const waitsSql = (readSchema: string): string => `(
  SELECT coalesce(json_agg(json_build_object(
      'topic', w.topic, 'partition', w.partition, 'offset', w."offset", 'code', w.code, 'type', w.type,
      'message', w.message, 'since', w.since) ORDER BY w.since, w.topic, w.partition), '[]')
  FROM control.projector_wait w JOIN control.position p USING (read_schema, topic, partition)
  WHERE w.read_schema = ${readSchema} AND p.next <= w."offset")`
