import type { Database } from '../../runtime/postgres.ts'

/** Events that wait for the live read schema: until it has read them, or behind an event of their key that is parked. */
export type HeldEvents = { readonly unread: number; readonly parked: number }

export async function countHeld(database: Database): Promise<HeldEvents> {
  const { rows } = await database.query<HeldEvents>(
    `SELECT count(*) FILTER (WHERE NOT is_parked) AS unread, count(*) FILTER (WHERE is_parked) AS parked
     FROM (
       SELECT EXISTS (
         SELECT FROM control.parked_event e
         WHERE e.read_schema = (SELECT name FROM control.read_schema WHERE is_live) AND e.topic = h.topic
           AND e.key = h.key AND e.partition = h.partition AND e."offset" <= h."offset" AND e.dropped_at IS NULL
       ) AS is_parked
       FROM webhook.held_event h
     ) held`,
  )
  return rows[0]!
}
