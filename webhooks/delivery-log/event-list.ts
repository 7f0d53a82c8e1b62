import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { Owner } from '../endpoint/owner.ts'

/** An event as its body shows it, and when it was written. */
export type EventItem = {
  readonly id: number
  readonly event: string
  readonly data: unknown
  readonly created_at: string
}

type Row = { id: number; body: Buffer; created_at: string }

/** The time up to which all events are written: later events get later times. undefined before the first event. */
export async function eventsThrough(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ created_at: string }>(
    'SELECT created_at FROM webhook.event ORDER BY id DESC LIMIT 1',
  )
  return rows[0]?.created_at
}

/**
 * Lists events with kept bodies, up to `through`, oldest first: every event that may be sent to an endpoint
 * of the account. Ids and created_at grow in commit order, so a client that has read one event has read all
 * before it.
 */
export async function listEvents(
  database: Queryable,
  owner: Owner,
  page: {
    readonly event: string | undefined
    readonly since: string | undefined
    readonly through: string
    readonly after: { readonly created_at: string; readonly id: number } | undefined
    readonly limit: number
  },
): Promise<EventItem[]> {
  const { rows } = await database.query<Row>(
    `SELECT id, body, created_at FROM webhook.event
     WHERE body IS NOT NULL AND created_at >= coalesce($2::timestamptz, '-infinity') AND created_at <= $3
       AND (created_at, id) > ($4::timestamptz, $5::bigint)
       AND (account_id IS NULL OR account_id = $1) AND ($6::text IS NULL OR type = $6)
     ORDER BY created_at, id LIMIT $7`,
    [
      owner.id,
      page.since ?? null,
      page.through,
      page.after?.created_at ?? '-infinity',
      page.after?.id ?? 0,
      page.event ?? null,
      page.limit,
    ],
  )
  return rows.map(({ id, body, created_at }) => {
    const { event, data } = JSON.parse(body.toString('utf8')) as { event: string; data: unknown }
    return { id, event, data, created_at }
  })
}
