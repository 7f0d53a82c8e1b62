import type { Database } from '../runtime/postgres.ts'
import { LegislogError } from '../schemas/errors.ts'
import type { Owner } from './endpoints.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped'

/** A delivery as the owner of its endpoint sees it. */
export type DeliveryItem = {
  /** The idempotency key. */
  readonly id: string
  readonly endpoint_id: number
  readonly event_id: number
  readonly event: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type AttemptItem = {
  readonly attempt: number
  readonly at: string
  readonly duration_ms: number
  readonly outcome: string
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

/** `body` is the text as it is sent, byte for byte; null when it was kept long enough. */
export type DeliveryDetail = DeliveryItem & {
  readonly body: string | null
  readonly log: readonly AttemptItem[]
}

const DELIVERY_ITEM = `delivery.key AS id, delivery.endpoint_id, delivery.event_id, event.type AS event,
  delivery.status, delivery.attempt AS attempts,
  CASE WHEN delivery.status = 'pending' THEN delivery.due_at END AS next_attempt_at,
  delivery.last_status, delivery.last_error, delivery.created_at, delivery.updated_at`

/** The newest events first. */
export async function listDeliveries(
  database: Database,
  endpoint_id: number,
  page: { status: DeliveryStatus | undefined; before_event_id: number | undefined; limit: number },
): Promise<DeliveryItem[]> {
  const { rows } = await database.query<DeliveryItem>(
    `SELECT ${DELIVERY_ITEM} FROM webhook.delivery
     JOIN webhook.event ON event.id = delivery.event_id
     WHERE delivery.endpoint_id = $1 AND ($2::text IS NULL OR delivery.status = $2)
       AND ($3::bigint IS NULL OR delivery.event_id < $3)
     ORDER BY delivery.event_id DESC LIMIT $4`,
    [endpoint_id, page.status ?? null, page.before_event_id ?? null, page.limit],
  )
  return rows
}

export async function getDelivery(database: Database, owner: Owner, key: string): Promise<DeliveryDetail> {
  const { rows } = await database.query<DeliveryItem & { body: Buffer | null }>(
    `SELECT ${DELIVERY_ITEM}, event.body FROM webhook.delivery
     JOIN webhook.event ON event.id = delivery.event_id
     JOIN webhook.endpoint ON endpoint.id = delivery.endpoint_id
     WHERE delivery.key = $1 AND endpoint.account_id = $2`,
    [key, owner.id],
  )
  const row = rows[0]
  if (row === undefined) throw new LegislogError('endpoint_unknown', `there is no webhook delivery ${key}`)
  const { rows: log } = await database.query<AttemptItem>(
    `SELECT attempt, at, duration_ms, outcome, status, error, response FROM webhook.attempt
     WHERE delivery_key = $1 ORDER BY at, attempt`,
    [key],
  )
  return { ...row, body: row.body?.toString('utf8') ?? null, log }
}
