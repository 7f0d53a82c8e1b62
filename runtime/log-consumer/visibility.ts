import type { LogRecord } from '../kafka/records/log-record.ts'
import type { Queryable } from '../postgres/postgres.ts'
import type { StoreSchema } from './store-schema.ts'

/**
 * The state of a message in the live read schema. `shown`: its rows include the event. `waits`: it is not read yet,
 * or it or an earlier message of its key is parked. `given_up`: an operator dropped it. `skipped`: a later event of
 * its entity was applied before.
 */
export type Visibility = 'shown' | 'waits' | 'given_up' | 'skipped'

type RecordPosition = Pick<LogRecord, 'topic' | 'partition' | 'offset' | 'key'>

const LIVE_SQL = '(SELECT name FROM control.read_schema WHERE is_live)'

/** SQL: whether the message `w` is parked, or an earlier message of its key is. */
export const IS_PARKED_SQL = `EXISTS (
      SELECT FROM control.parked_event e WHERE e.read_schema = ${LIVE_SQL} AND e.topic = w.topic AND e.key = w.key
        AND e.partition = w.partition AND e."offset" <= w."offset" AND e.dropped_at IS NULL
    )`

/** SQL: the visibility of the message `w`, which has a topic, partition, offset and key. */
export const VISIBILITY_SQL = `CASE
    WHEN NOT EXISTS (
      SELECT FROM control.position p WHERE p.read_schema = ${LIVE_SQL}
        AND p.topic = w.topic AND p.partition = w.partition AND p.next > w."offset"
    ) THEN 'waits'
    WHEN EXISTS (
      SELECT FROM control.parked_event e WHERE e.read_schema = ${LIVE_SQL} AND e.topic = w.topic
        AND e.partition = w.partition AND e."offset" = w."offset" AND e.dropped_at IS NOT NULL
    ) THEN 'given_up'
    WHEN ${IS_PARKED_SQL} THEN 'waits'
    WHEN EXISTS (
      SELECT FROM control.skipped_event s WHERE s.read_schema = ${LIVE_SQL} AND s.topic = w.topic
        AND s.partition = w.partition AND s."offset" = w."offset"
    ) THEN 'skipped'
    ELSE 'shown' END`

/** Returns the states in the order of the messages. A message that follows a deferred one of its key waits for it. */
export async function readVisibility(
  client: Queryable,
  store: StoreSchema,
  positions: readonly RecordPosition[],
): Promise<Visibility[]> {
  const { rows } = await client.query<{ shown: Visibility }>(
    `SELECT CASE WHEN EXISTS (
         SELECT FROM ${store}.deferred_event h WHERE h.topic = w.topic AND h.partition = w.partition AND h.key = w.key
           AND h."offset" < w."offset"
       ) THEN 'waits' ELSE ${VISIBILITY_SQL} END AS shown
     FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[]) WITH ORDINALITY
       AS w (topic, partition, "offset", key, place)
     ORDER BY w.place`,
    keyedPositionColumns(positions),
  )
  return rows.map(({ shown }) => shown)
}

/** Says if the live read schema has read all of the messages, whatever it did with them. */
export async function areProjected(
  client: Queryable,
  positions: readonly RecordPosition[],
): Promise<boolean> {
  const { rows } = await client.query<{ are_read: boolean }>(
    `SELECT NOT EXISTS (
       SELECT FROM unnest($1::text[], $2::int[], $3::bigint[]) AS w (topic, partition, "offset")
       LEFT JOIN control.position p ON p.read_schema = ${LIVE_SQL}
         AND p.topic = w.topic AND p.partition = w.partition AND p.next > w."offset"
       WHERE p.next IS NULL
     ) AS are_read`,
    positionColumns(positions),
  )
  return rows[0]!.are_read
}

/** Gives columns for `unnest`. */
export function positionColumns(
  positions: readonly Omit<RecordPosition, 'key'>[],
): [string[], number[], string[]] {
  return [
    positions.map(({ topic }) => topic),
    positions.map(({ partition }) => partition),
    positions.map(({ offset }) => String(offset)),
  ]
}

/** Like `positionColumns`, with the keys. */
export function keyedPositionColumns(
  positions: readonly RecordPosition[],
): [string[], number[], string[], string[]] {
  return [...positionColumns(positions), positions.map(({ key }) => key)]
}
