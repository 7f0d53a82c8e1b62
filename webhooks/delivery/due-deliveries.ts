import type { Database } from '../../runtime/postgres/postgres.ts'

export type DueDelivery = {
  /** The idempotency key. */
  readonly key: string
  readonly event_id: number
  readonly bill_id: number | null
  readonly jurisdiction: string | null
  /** Of the event, where its first attempt is made when it was owed: nobody has put it off or asks for it again. */
  readonly recorded_at: string | null
  /** Attempts made before, and those of them that the schedule does not count: before it was last sent again by hand, or free. */
  readonly attempt: number
  readonly uncounted_attempts: number
  readonly due_at: string
  /** When it was to be sent by its own schedule, if it was brought forward (recovery/bring-forward.ts). */
  readonly scheduled_at: string | null
  readonly body: Buffer
}
/** A delivery that waits, due or not: without its body where it is not. */
export type PendingDelivery = Omit<DueDelivery, 'body'> & { readonly body: Buffer | null }

/** SQL: an instant of a host, or the database's time if that is earlier: what is due now does not wait for a clock that was ahead. */
export const earlierSql = (now: string): string => `least(${now}::timestamptz, clock_timestamp())`

export type DueCursor = Pick<DueDelivery, 'due_at' | 'event_id'>

/** SQL: what a Due is but its body. */
export const DUE_DELIVERY_COLUMNS = `delivery.key, delivery.event_id, event.bill_id, event.jurisdiction,
  CASE WHEN delivery.attempt = 0 AND delivery.due_at <= event.created_at THEN event.recorded_at END AS recorded_at,
  delivery.attempt, delivery.uncounted_attempts, delivery.due_at, delivery.scheduled_at`

/** What is due for an endpoint after a place, the longest due first. */
export async function readDueDeliveries(
  database: Database,
  endpointId: number,
  now: Date,
  after: DueCursor | undefined,
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await database.query<DueDelivery>(
    `SELECT ${DUE_DELIVERY_COLUMNS}, event.body FROM webhook.delivery
     JOIN webhook.event ON event.id = delivery.event_id
     WHERE delivery.endpoint_id = $1 AND delivery.status = 'pending' AND delivery.due_at <= $2
       AND (delivery.due_at, delivery.event_id) > ($3::timestamptz, $4::bigint)
     ORDER BY delivery.due_at, delivery.event_id LIMIT $5`,
    [endpointId, now, after?.due_at ?? '-infinity', after?.event_id ?? 0, limit],
  )
  return rows
}

/** Everything that waits for an endpoint after an event, in the order of events. */
export async function readPendingDeliveries(
  database: Database,
  endpointId: number,
  now: Date,
  afterEventId: number,
  limit: number,
): Promise<PendingDelivery[]> {
  const { rows } = await database.query<PendingDelivery>(
    `SELECT ${DUE_DELIVERY_COLUMNS}, CASE WHEN delivery.due_at <= $2 THEN event.body END AS body FROM webhook.delivery
     JOIN webhook.event ON event.id = delivery.event_id
     WHERE delivery.endpoint_id = $1 AND delivery.status = 'pending' AND delivery.event_id > $3
     ORDER BY delivery.event_id LIMIT $4`,
    [endpointId, now, afterEventId, limit],
  )
  return rows
}

/** Moves what follows an event of its bill to the same moment: it cannot be sent before, and need not wait longer. */
export async function rescheduleFollowers(
  database: Database,
  endpointId: number,
  event: { readonly event_id: number; readonly bill_id: number },
  dueAt: Date | string,
): Promise<void> {
  await database.query(
    `UPDATE webhook.delivery SET due_at = $4, changed_at = clock_timestamp() FROM webhook.event
     WHERE event.id = delivery.event_id AND event.bill_id = $3 AND delivery.endpoint_id = $1
       AND delivery.status = 'pending' AND delivery.event_id > $2 AND delivery.due_at <> $4`,
    [endpointId, event.event_id, event.bill_id, dueAt],
  )
}
