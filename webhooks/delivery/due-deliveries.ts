import type { Database } from '../../runtime/postgres/postgres.ts'

export type DueDelivery = {
  /** The idempotency key. */
  readonly key: string
  readonly event_id: number
  readonly bill_id: number | null
  readonly jurisdiction: string | null
  /** The recording time of the event, if this is the first attempt and it was not postponed or requested again. */
  readonly recorded_at: string | null
  /**
   * Earlier attempts, and how many of them the schedule does not count: free ones, and those before the last resend.
   */
  readonly attempt: number
  readonly uncounted_attempts: number
  readonly due_at: string
  /** When its own schedule would send it, if it was expedited (results/expedite-retries.ts). */
  readonly scheduled_at: string | null
  readonly body: Buffer
}
/** A waiting delivery. It has no body if it is not due. */
export type PendingDelivery = Omit<DueDelivery, 'body'> & { readonly body: Buffer | null }

type DueCursor = Pick<DueDelivery, 'due_at' | 'event_id'>

/** SQL: the columns of a DueDelivery except its body. */
export const DUE_DELIVERY_COLUMNS = `delivery.key, delivery.event_id, event.bill_id, event.jurisdiction,
  CASE WHEN delivery.attempt = 0 AND delivery.due_at <= event.created_at THEN event.recorded_at END AS recorded_at,
  delivery.attempt, delivery.uncounted_attempts, delivery.due_at, delivery.scheduled_at`

/** Reads an endpoint's due deliveries after a position, the longest due first. */
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

/** Reads all waiting deliveries of an endpoint after an event, in the order of events. */
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

/** Moves the later deliveries of a bill to the same time: they cannot be sent before, and need not wait longer. */
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
