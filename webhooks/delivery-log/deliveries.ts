import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type HoldReason, holdReasonSql, nextAttemptSql } from '../endpoint/hold-reason.ts'
import type { Owner } from '../endpoint/owner.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped'

/** A delivery as the owner of its endpoint sees it. */
type DeliveryItem = {
  /** The idempotency key. */
  readonly id: string
  readonly endpoint_id: number
  readonly event_id: number
  readonly event: string
  /** null for events that belong to no bill. */
  readonly bill_id: number | null
  readonly status: DeliveryStatus
  readonly attempts: number
  /**
   * The earliest time of the next attempt. If something blocks the delivery, the time when that ends; null if that is
   * unknown.
   */
  readonly next_attempt_at: string | null
  readonly held_by: HoldReason | null
  readonly last_status: number | null
  readonly last_error: string | null
  readonly created_at: string
  readonly updated_at: string
}
export type DeliveryRow = DeliveryItem & { readonly copy: number }

type AttemptItem = {
  readonly attempt: number
  readonly at: string
  readonly duration_ms: number
  readonly outcome: string
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly response_headers: Readonly<Record<string, string>> | null
}

/** `body` is the exact text that is sent. null after its retention ended. */
export type DeliveryDetail = DeliveryItem & {
  readonly body: string | null
  readonly log: readonly AttemptItem[]
}

export type DeliveryFilters = {
  readonly endpoint_id?: number
  readonly status?: DeliveryStatus
  readonly event?: string
  /** Only deliveries of events since then. */
  readonly since?: string
}

/** A position in the delivery log, which lists the newest events first. */
type DeliveryCursor = {
  readonly event_id: number
  readonly endpoint_id: number
  readonly copy: number
}

/** SQL: the columns of a DeliveryItem at the time that the parameter gives. */
export const deliveryItem = (
  now: string,
): string => `delivery.key AS id, delivery.endpoint_id, delivery.event_id, event.type AS event,
  event.bill_id, delivery.status, delivery.attempt AS attempts,
  CASE WHEN delivery.status = 'pending' THEN ${nextAttemptSql('delivery.due_at')} END AS next_attempt_at,
  CASE WHEN delivery.status = 'pending' THEN ${holdReasonSql(now)} END AS held_by,
  delivery.last_status, delivery.last_error, delivery.created_at, delivery.changed_at AS updated_at`
const ATTEMPT_ITEM = 'attempt, at, duration_ms, outcome, status, error, response, response_headers'
const SHOWN_ATTEMPTS = 100

const statuses: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed', 'skipped']

/** A literal lets Postgres choose the partial index with these rows. */
export function isOfStatus(wanted: DeliveryStatus | undefined): string {
  const status = statuses.find((name) => name === wanted)
  return status === undefined ? '' : `AND delivery.status = '${status}'`
}

/** The oldest event that can pass the filters: every event before it is older than they allow. */
export const sinceEvent = (since: string): string => `
  AND delivery.event_id > coalesce((
    SELECT id FROM webhook.event WHERE created_at < ${since}::timestamptz AND body IS NOT NULL
    ORDER BY created_at DESC, id DESC LIMIT 1), 0)
  AND (${since}::timestamptz IS NULL OR event.created_at >= ${since})`

/** Reads one index range per endpoint of the owner, and returns the newest rows of all. */
export async function listDeliveries(
  database: Queryable,
  owner: Owner,
  filters: DeliveryFilters,
  page: { readonly after: DeliveryCursor | undefined; readonly limit: number; readonly now: Date },
): Promise<DeliveryRow[]> {
  const { after, limit, now } = page
  const { rows } = await database.query<DeliveryRow>(
    `SELECT found.* FROM webhook.endpoint
     CROSS JOIN LATERAL (
       SELECT ${deliveryItem('$9')}, delivery.copy FROM webhook.delivery
       JOIN webhook.event ON event.id = delivery.event_id
       WHERE delivery.endpoint_id = endpoint.id ${isOfStatus(filters.status)}
         AND ($3::bigint IS NULL OR (delivery.event_id <= $3
           AND (delivery.event_id, delivery.endpoint_id, delivery.copy) < ($3, $4::bigint, $5::integer)))
         ${sinceEvent('$6')} AND ($7::text IS NULL OR event.type = $7)
       ORDER BY delivery.event_id DESC, delivery.copy DESC LIMIT $8
     ) AS found
     WHERE endpoint.account_id = $1 AND ($2::bigint IS NULL OR endpoint.id = $2)
     ORDER BY found.event_id DESC, found.endpoint_id DESC, found.copy DESC LIMIT $8`,
    [
      owner.id,
      filters.endpoint_id ?? null,
      after?.event_id ?? null,
      after?.endpoint_id ?? null,
      after?.copy ?? null,
      filters.since ?? null,
      filters.event ?? null,
      limit,
      now,
    ],
  )
  return rows
}

export async function getDelivery(
  database: Queryable,
  owner: Owner,
  key: string,
  now: Date,
): Promise<DeliveryDetail> {
  const { rows } = await database.query<DeliveryItem & { body: Buffer | null }>(
    `SELECT ${deliveryItem('$3')}, event.body FROM webhook.delivery
     JOIN webhook.event ON event.id = delivery.event_id
     JOIN webhook.endpoint ON endpoint.id = delivery.endpoint_id
     WHERE delivery.key = $1 AND endpoint.account_id = $2`,
    [key, owner.id, now],
  )
  const row = rows[0] ?? deliveryNotFound(key)
  const { rows: log } = await database.query<AttemptItem>(
    `SELECT ${ATTEMPT_ITEM} FROM webhook.attempt WHERE delivery_key = $1 ORDER BY at DESC, attempt DESC LIMIT $2`,
    [key, SHOWN_ATTEMPTS],
  )
  return { ...row, body: row.body?.toString('utf8') ?? null, log: log.toReversed() }
}

/** Oldest first. */
export async function listAttempts(
  database: Queryable,
  owner: Owner,
  key: string,
  page: {
    readonly after: { readonly at: string; readonly attempt: number } | undefined
    readonly limit: number
  },
): Promise<AttemptItem[]> {
  const { rowCount } = await database.query(
    `SELECT FROM webhook.delivery JOIN webhook.endpoint ON endpoint.id = delivery.endpoint_id
     WHERE delivery.key = $1 AND endpoint.account_id = $2`,
    [key, owner.id],
  )
  if (rowCount === 0) deliveryNotFound(key)
  const { rows } = await database.query<AttemptItem>(
    `SELECT ${ATTEMPT_ITEM} FROM webhook.attempt
     WHERE delivery_key = $1 AND (at, attempt) > ($2::timestamptz, $3::integer) ORDER BY at, attempt LIMIT $4`,
    [key, page.after?.at ?? '-infinity', page.after?.attempt ?? 0, page.limit],
  )
  return rows
}

export function deliveryNotFound(key: string): never {
  throw new LegislogError('endpoint_unknown', `webhook delivery ${key} does not exist`)
}
