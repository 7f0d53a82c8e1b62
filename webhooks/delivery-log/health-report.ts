import { DAY_MS } from '../../runtime/durations.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type HoldReason, holdReasonSql, nextAttemptSql } from '../endpoint/hold-reason.ts'
import type { DeliveryStatus } from './deliveries.ts'

/** The health of an endpoint: what waits for it, and what happened to its recent deliveries. */
export type HealthReport = {
  readonly waiting: {
    readonly deliveries: number
    /** True if more deliveries wait than were counted. */
    readonly is_capped: boolean
    /** When the first of them is sent next. `held_by` is the reason that blocks all of them. */
    readonly next_attempt_at: string | null
    readonly held_by: HoldReason | null
  }
  /** Deliveries of the events since then, by their status now. */
  readonly since: string
  readonly deliveries: Readonly<Record<DeliveryStatus, number>>
}

type Waiting = Pick<HealthReport['waiting'], 'deliveries' | 'next_attempt_at' | 'held_by'>

const MAX_COUNTED = 10_000

export async function readHealthReport(
  database: Queryable,
  endpointId: number,
  now: Date,
): Promise<HealthReport> {
  const since = `${new Date(now.getTime() - DAY_MS).toISOString().slice(0, -1)}000Z`
  const { rows: waiting } = await database.query<Waiting>(
    `SELECT waiting.deliveries, CASE WHEN waiting.deliveries > 0 THEN ${nextAttemptSql('waiting.due_at')} END AS next_attempt_at,
       CASE WHEN waiting.deliveries > 0 THEN ${holdReasonSql('$2')} END AS held_by
     FROM webhook.endpoint CROSS JOIN (
       SELECT count(*) AS deliveries, min(due_at) AS due_at FROM (
         SELECT due_at FROM webhook.delivery WHERE endpoint_id = $1 AND status = 'pending'
         ORDER BY due_at, event_id LIMIT ${MAX_COUNTED + 1}
       ) AS first
     ) AS waiting
     WHERE endpoint.id = $1`,
    [endpointId, now],
  )
  const { rows: counted } = await database.query<{ status: DeliveryStatus; deliveries: number }>(
    `SELECT status, count(*) AS deliveries FROM (
       SELECT status FROM webhook.delivery
       WHERE endpoint_id = $1 AND event_id > coalesce((
         SELECT id FROM webhook.event WHERE created_at < $2 AND body IS NOT NULL
         ORDER BY created_at DESC, id DESC LIMIT 1), 0)
       ORDER BY event_id DESC LIMIT 10 * ${MAX_COUNTED}
     ) AS late GROUP BY status`,
    [endpointId, since],
  )
  const { deliveries = 0, next_attempt_at = null, held_by = null } = waiting[0] ?? {}
  return {
    waiting: {
      deliveries: Math.min(deliveries, MAX_COUNTED),
      is_capped: deliveries > MAX_COUNTED,
      next_attempt_at,
      held_by,
    },
    since,
    deliveries: {
      pending: 0,
      delivered: 0,
      failed: 0,
      skipped: 0,
      ...Object.fromEntries(counted.map((row) => [row.status, row.deliveries])),
    },
  }
}
