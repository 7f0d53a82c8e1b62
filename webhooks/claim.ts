import type { Database } from '../runtime/postgres.ts'
import type { SealedSecret } from './endpoint-secrets.ts'
import { FAILURES_BEFORE_PROBING } from './health.ts'
import { PLAN_ALLOWS } from './plan.ts'

/**
 * Longer than one attempt can last, or a slow endpoint would be sent everything twice; no longer than it may take until
 * what a dead process had in hand is sent by another.
 */
export const LEASE_MS = 30_000
export const MOST_CLAIMED = 100

export type Claimed = {
  readonly key: string
  /** Attempts made before. */
  readonly attempt: number
  readonly body: Buffer
}

export type Claim = {
  readonly endpoint: {
    readonly id: number
    readonly account_id: number
    readonly url: string
    readonly secrets: readonly SealedSecret[]
    readonly max_in_flight: number
  }
  readonly lease_until: Date
  readonly deliveries: readonly Claimed[]
  /** Whether more may be due than was claimed. */
  readonly is_full: boolean
}

/**
 * Leases due deliveries of an endpoint, the longest due first; undefined where the endpoint is not to be sent to. An endpoint
 * that keeps failing is probed with one at a time.
 */
export async function claimDue(
  database: Database,
  endpoint_id: number,
  now: Date,
): Promise<Claim | undefined> {
  const { rows } = await database.query<Claim['endpoint'] & { failures_in_row: number }>(
    `SELECT id, account_id, url, secrets, max_in_flight, failures_in_row FROM webhook.endpoint
     WHERE id = $1 AND status = 'enabled' AND ${PLAN_ALLOWS}`,
    [endpoint_id],
  )
  const endpoint = rows[0]
  if (endpoint === undefined) return undefined
  const most = endpoint.failures_in_row >= FAILURES_BEFORE_PROBING ? 1 : MOST_CLAIMED
  const lease_until = new Date(now.getTime() + LEASE_MS)
  const { rows: deliveries } = await database.query<Claimed>(
    `WITH due AS MATERIALIZED (
       SELECT key FROM webhook.delivery
       WHERE endpoint_id = $1 AND status = 'pending' AND due_at <= $2
         AND (lease_until IS NULL OR lease_until <= $2)
       ORDER BY due_at, key LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE webhook.delivery SET lease_until = $4
     FROM due, webhook.event
     WHERE delivery.key = due.key AND event.id = delivery.event_id
     RETURNING delivery.key, delivery.attempt, event.body`,
    [endpoint_id, now, most, lease_until],
  )
  return { endpoint, lease_until, deliveries, is_full: deliveries.length === most }
}

/** Gives back what was claimed and not sent. */
export async function releaseClaimed(
  database: Database,
  keys: readonly string[],
  lease_until: Date,
): Promise<void> {
  await database.query(
    `UPDATE webhook.delivery SET lease_until = NULL WHERE key = ANY($1) AND lease_until = $2`,
    [keys, lease_until],
  )
}

/** Enabled endpoints with something to send that nobody has leased. */
export async function endpointsDue(database: Pick<Database, 'query'>, now: Date): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `SELECT endpoint.id FROM webhook.endpoint
     CROSS JOIN LATERAL (
       SELECT FROM webhook.delivery
       WHERE endpoint_id = endpoint.id AND delivery.status = 'pending' AND due_at <= $1
         AND (lease_until IS NULL OR lease_until <= $1)
       LIMIT 1
     ) AS due
     WHERE endpoint.status = 'enabled' AND ${PLAN_ALLOWS}`,
    [now],
  )
  return rows.map(({ id }) => id)
}
