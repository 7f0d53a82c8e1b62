import { DISPATCHER_PRESENCE_CLASS, locksOfClass } from '../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { SealedHeader } from '../endpoint/custom-headers.ts'
import { isAnsweringSql, PROBED_AT } from '../endpoint/health.ts'
import { PLAN_ALLOWS } from '../endpoint/plan.ts'
import type { SealedSecret } from '../secrets/endpoint-secrets.ts'
import { DUE_DELIVERY_COLUMNS, type DueDelivery } from './due-deliveries.ts'

/**
 * Longer than one attempt can last, so that a slow endpoint does not get everything twice. Short enough that another
 * process soon takes over from one that is stopped or cut off. If a process dies, others notice at once.
 */
export const LEASE_MS = 20_000
/**
 * A process sends for this long before it reads the endpoint again, so that a disabled endpoint gets no more
 * requests.
 */
export const RECHECK_MS = 500

/** The fields of an endpoint that a sender needs. */
export type LeasedEndpoint = {
  readonly id: number
  readonly account_id: number
  readonly url: string
  readonly secrets: readonly SealedSecret[]
  readonly headers: readonly SealedHeader[]
  readonly max_in_flight: number
  readonly rate_limit_per_s: number | null
  readonly ordering: 'none' | 'bill'
  readonly failures_in_row: number
  /** Set if the rate is limited. By the database's clock. */
  readonly sent_ms_ago: number | null
  /** Since then the endpoint has not failed, and its owner has not changed it. */
  readonly steady_since: string
}

/** SQL: whether `endpoint` may be sent to at the time that the parameter gives. */
export const maySendSql = (now: string) =>
  `endpoint.status = 'enabled' AND ${isAnsweringSql(now)} AND ${PLAN_ALLOWS}`

const ENDPOINT = `id, account_id, url, secrets, headers, max_in_flight, rate_limit_per_s, ordering, failures_in_row,
  (extract(epoch FROM clock_timestamp() - last_sent_at) * 1000)::float8 AS sent_ms_ago,
  greatest(last_trouble_at, updated_at) AS steady_since`
/**
 * Leases begin and end by the database's clock. Clocks of hosts differ: a host that is ahead would take leases that
 * are still valid.
 */
const IS_FREE = 'lease_until IS NULL OR lease_until <= clock_timestamp()'
/** Leases an endpoint that may be sent to and that no other process sends to. */
const LEASE = `UPDATE webhook.endpoint SET lease_token = $2, lease_holder = $5,
    lease_until = clock_timestamp() + $4 * interval '1 millisecond'
  WHERE id = $1 AND ${maySendSql('$3')} AND (${IS_FREE} OR lease_token = $2)
  RETURNING ${ENDPOINT}`

/** The owner of a lease: `token` is unique to a turn, `holder` to a process. null if the process has no presence. */
type LeaseClaim = { readonly token: string; readonly holder: number | null }

const parametersOf = (endpointId: number, { token, holder }: LeaseClaim, now: Date) => [
  endpointId,
  token,
  now,
  LEASE_MS,
  holder,
]

/**
 * Makes one process the only sender of an endpoint, so that its concurrency, rate, order and probing apply
 * across all dispatchers. Also renews a lease of the same token. Returns undefined if the endpoint may not be
 * sent to, or another process sends.
 */
export async function acquireLease(
  database: Database,
  endpointId: number,
  taker: LeaseClaim,
  now: Date,
): Promise<LeasedEndpoint | undefined> {
  const { rows } = await database.query<LeasedEndpoint>(LEASE, parametersOf(endpointId, taker, now))
  return rows[0]
}

/**
 * Like `acquireLease`, but also reads the first due deliveries in the same statement. For endpoints without
 * an order.
 */
export async function acquireLeaseWithDue(
  database: Database,
  endpointId: number,
  taker: LeaseClaim,
  now: Date,
  limit: number,
): Promise<{ endpoint: LeasedEndpoint; due: DueDelivery[] } | undefined> {
  const { rows } = await database.query<DueDelivery & { endpoint: LeasedEndpoint | null }>(
    `WITH lease AS (${LEASE})
     SELECT CASE WHEN row_number() OVER () = 1 THEN row_to_json(lease) END AS endpoint, due.*
     FROM lease LEFT JOIN LATERAL (
       SELECT ${DUE_DELIVERY_COLUMNS}, event.body FROM webhook.delivery
       JOIN webhook.event ON event.id = delivery.event_id
       WHERE delivery.endpoint_id = lease.id AND delivery.status = 'pending' AND delivery.due_at <= $3
         AND lease.ordering = 'none'
       ORDER BY delivery.due_at, delivery.event_id LIMIT $6
     ) AS due ON true`,
    [...parametersOf(endpointId, taker, now), limit],
  )
  const endpoint = rows[0]?.endpoint
  if (endpoint === null || endpoint === undefined) return undefined
  return { endpoint, due: rows.filter(({ key }) => key !== null) }
}

/**
 * Releases the lease. Returns true if deliveries are due: their wake-up may have come while other processes could not
 * send. `sent_ms_ago` keeps the rate limit for the next holder.
 */
export async function releaseLease(
  database: Database,
  endpointId: number,
  token: string,
  now: Date,
  sentMsAgo: number | undefined,
): Promise<boolean> {
  const { rows } = await database.query<{ is_due: boolean }>(
    `UPDATE webhook.endpoint SET lease_token = NULL, lease_until = NULL, lease_holder = NULL,
       last_sent_at = coalesce(clock_timestamp() - $4::float8 * interval '1 millisecond', last_sent_at)
     WHERE id = $1 AND lease_token = $2
     RETURNING ${maySendSql('$3')} AND EXISTS (
       SELECT FROM webhook.delivery
       WHERE endpoint_id = endpoint.id AND delivery.status = 'pending' AND due_at <= $3
     ) AS is_due`,
    [endpointId, token, now, sentMsAgo ?? null],
  )
  return rows[0]?.is_due ?? false
}

/** Releases the leases of processes that have ended. */
export async function releaseOrphanedLeases(database: Pick<Database, 'query'>): Promise<void> {
  await database.query(
    `UPDATE webhook.endpoint SET lease_token = NULL, lease_until = NULL, lease_holder = NULL
     WHERE lease_holder IS NOT NULL AND lease_holder <> ALL (ARRAY(
       SELECT objid::bigint FROM ${locksOfClass('$1')}
     ))`,
    [DISPATCHER_PRESENCE_CLASS],
  )
}

/** Finds endpoints that have due deliveries and no lease. */
export async function findDueEndpoints(database: Pick<Database, 'query'>, now: Date): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `SELECT endpoint.id FROM webhook.endpoint
     CROSS JOIN LATERAL (
       SELECT FROM webhook.delivery
       WHERE endpoint_id = endpoint.id AND delivery.status = 'pending' AND due_at <= $1
       LIMIT 1
     ) AS due
     WHERE (${IS_FREE}) AND ${maySendSql('$1')}`,
    [now],
  )
  return rows.map(({ id }) => id)
}

/** Milliseconds until the next retry or probe of any endpoint. null if none waits. */
export async function nextDueIn(database: Pick<Database, 'query'>, now: Date): Promise<number | null> {
  const { rows } = await database.query<{ wait_ms: number | null }>(
    `SELECT (extract(epoch FROM min(next.at) - $1) * 1000)::float8 AS wait_ms FROM webhook.endpoint
     CROSS JOIN LATERAL (
       SELECT greatest(due_at, endpoint.wait_until, ${PROBED_AT}) AS at FROM webhook.delivery
       WHERE endpoint_id = endpoint.id AND delivery.status = 'pending'
         AND due_at > CASE WHEN ${isAnsweringSql('$1')} THEN $1::timestamptz ELSE '-infinity' END
       ORDER BY due_at LIMIT 1
     ) AS next
     WHERE endpoint.status = 'enabled' AND next.at > $1 AND ${PLAN_ALLOWS}`,
    [now],
  )
  return rows[0]?.wait_ms ?? null
}
