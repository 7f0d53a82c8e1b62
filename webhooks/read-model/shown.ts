import type { LogRecord } from '../../runtime/log-record.ts'
import type { Queryable } from '../../runtime/postgres.ts'

/**
 * What the live read schema says of a message. `shown`: its rows tell of it. `waits`: it is not read yet, or parked, or
 * stands behind one that is. `given_up`: somebody decided that it is never applied. `skipped`: a later event of its entity
 * had been applied before it.
 */
export type Shown = 'shown' | 'waits' | 'given_up' | 'skipped'

type Place = Pick<LogRecord, 'topic' | 'partition' | 'offset' | 'key'>

const LIVE = '(SELECT name FROM control.read_schema WHERE is_live)'

/** SQL: whether the message `w` is parked, or stands behind one of its key that is. */
export const IS_PARKED = `EXISTS (
      SELECT FROM control.parked_event e WHERE e.read_schema = ${LIVE} AND e.topic = w.topic AND e.key = w.key
        AND e.partition = w.partition AND e."offset" <= w."offset" AND e.dropped_at IS NULL
    )`

/** SQL: what the live read schema says of the message `w`, which has a topic, partition, offset and key. */
export const SHOWN = `CASE
    WHEN NOT EXISTS (
      SELECT FROM control.position p WHERE p.read_schema = ${LIVE}
        AND p.topic = w.topic AND p.partition = w.partition AND p.next > w."offset"
    ) THEN 'waits'
    WHEN EXISTS (
      SELECT FROM control.parked_event e WHERE e.read_schema = ${LIVE} AND e.topic = w.topic
        AND e.partition = w.partition AND e."offset" = w."offset" AND e.dropped_at IS NOT NULL
    ) THEN 'given_up'
    WHEN ${IS_PARKED} THEN 'waits'
    WHEN EXISTS (
      SELECT FROM control.skipped_event s WHERE s.read_schema = ${LIVE} AND s.topic = w.topic
        AND s.partition = w.partition AND s."offset" = w."offset"
    ) THEN 'skipped'
    ELSE 'shown' END`

/** Gives the states in the order of the messages. One that follows a held one of its key in the log waits for it. */
export async function readShown(client: Queryable, places: readonly Place[]): Promise<Shown[]> {
  const { rows } = await client.query<{ shown: Shown }>(
    `SELECT CASE WHEN EXISTS (
         SELECT FROM webhook.held_event h WHERE h.topic = w.topic AND h.partition = w.partition AND h.key = w.key
           AND h."offset" < w."offset"
       ) THEN 'waits' ELSE ${SHOWN} END AS shown
     FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[]) WITH ORDINALITY
       AS w (topic, partition, "offset", key, place)
     ORDER BY w.place`,
    columnsOf(places),
  )
  return rows.map(({ shown }) => shown)
}

/** Whether the live read schema has read all of them, whatever it made of them. */
export async function areRead(client: Queryable, places: readonly Place[]): Promise<boolean> {
  const { rows } = await client.query<{ are_read: boolean }>(
    `SELECT NOT EXISTS (
       SELECT FROM unnest($1::text[], $2::int[], $3::bigint[]) AS w (topic, partition, "offset")
       LEFT JOIN control.position p ON p.read_schema = ${LIVE}
         AND p.topic = w.topic AND p.partition = w.partition AND p.next > w."offset"
       WHERE p.next IS NULL
     ) AS are_read`,
    placesOf(places),
  )
  return rows[0]!.are_read
}

/** As columns for `unnest`. */
export function placesOf(places: readonly Omit<Place, 'key'>[]): [string[], number[], string[]] {
  return [
    places.map(({ topic }) => topic),
    places.map(({ partition }) => partition),
    places.map(({ offset }) => String(offset)),
  ]
}

/** The same with their keys. */
export function columnsOf(places: readonly Place[]): [string[], number[], string[], string[]] {
  return [...placesOf(places), places.map(({ key }) => key)]
}
