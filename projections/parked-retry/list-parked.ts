import type { Database } from '../../runtime/postgres/postgres.ts'
import type { ParkedEvent, ParkedKeyRef } from './parked-key.ts'

export type ParkedKey = ParkedKeyRef & {
  readonly partition: number
  readonly parked_at: string
  readonly events: number
  /** The failure of the first event; the others wait behind it. */
  readonly code: string
  readonly error: string
}

export async function listParked(database: Database): Promise<ParkedKey[]> {
  const { rows } = await database.query<ParkedKey>(`
    SELECT k.read_schema, k.topic, k.partition, k.key, k.parked_at, e.events, e.code, e.error
    FROM control.parked_key k, LATERAL (
      SELECT count(*) AS events, (array_agg(code ORDER BY "offset"))[1] AS code,
        (array_agg(error ORDER BY "offset"))[1] AS error
      FROM control.parked_event e
      WHERE (e.read_schema, e.topic, e.key, e.partition) = (k.read_schema, k.topic, k.key, k.partition)
        AND e.dropped_at IS NULL
    ) e
    ORDER BY k.read_schema, k.parked_at, k.topic, k.partition, k.key`)
  return rows
}

/** Lists the parked events of a key in order, dropped ones too. */
export async function showParked(database: Database, parkedKey: ParkedKeyRef): Promise<ParkedEvent[]> {
  const { rows } = await database.query<ParkedEvent>(
    `SELECT partition, "offset"::text AS "offset", code, error, headers, value, appended_at, parked_at,
       dropped_at
     FROM control.parked_event WHERE read_schema = $1 AND topic = $2 AND key = $3
     ORDER BY partition, parked_event."offset"`,
    [parkedKey.read_schema, parkedKey.topic, parkedKey.key],
  )
  return rows
}
