import { earlierSql } from '../../runtime/postgres/earlier-clock.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Owner } from '../endpoint/owner.ts'
import { PLAN_ALLOWS, requirePlan } from '../endpoint/plan.ts'
import { MAX_BODY_BYTES } from '../event-types/payload.ts'
import { deliveryKey } from '../fan-out/fan-out.ts'
import { type DeliveryStatus, deliveryNotFound } from './deliveries.ts'

type Row = {
  endpoint_id: number
  event_id: number
  status: DeliveryStatus
  is_due: boolean
  is_served: boolean
  body_bytes: number | null
  ce_id: string
  recorded_at: string
}

/**
 * Schedules a delivery to be sent again now, whatever its status. It keeps its key, or becomes another delivery under
 * a new key. The retry schedule starts over, and attempts keep counting. Returns the key.
 */
export async function resend(
  database: Database,
  owner: Owner,
  key: string,
  options: { readonly new_key: boolean; readonly now: Date },
): Promise<string> {
  requirePlan(owner)
  const { new_key, now } = options
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<Row>(
      `SELECT delivery.endpoint_id, delivery.event_id, delivery.status, delivery.due_at <= $3 AS is_due,
         endpoint.status <> 'disabled' AND ${PLAN_ALLOWS} AS is_served, octet_length(event.body) AS body_bytes,
         event.ce_id, event.recorded_at
       FROM webhook.delivery
       JOIN webhook.endpoint ON endpoint.id = delivery.endpoint_id
       JOIN webhook.event ON event.id = delivery.event_id
       WHERE delivery.key = $1 AND endpoint.account_id = $2 FOR NO KEY UPDATE OF delivery FOR SHARE OF event`,
      [key, owner.id, now],
    )
    const row = rows[0] ?? deliveryNotFound(key)
    check(row)
    if (!new_key) {
      await client.query(
        `UPDATE webhook.delivery SET status = 'pending', due_at = ${earlierSql('$2')}, scheduled_at = NULL, not_before = NULL, updated_at = $2,
           changed_at = clock_timestamp(),
           uncounted_attempts = CASE WHEN status = 'pending' THEN uncounted_attempts ELSE attempt END
         WHERE key = $1`,
        [key, now],
      )
      return key
    }
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('webhook.copy ' || $1, 0))", [
      `${row.endpoint_id} ${row.event_id}`,
    ])
    const { rows: copies } = await client.query<{ copy: number }>(
      'SELECT max(copy) + 1 AS copy FROM webhook.delivery WHERE endpoint_id = $1 AND event_id = $2',
      [row.endpoint_id, row.event_id],
    )
    const copy = copies[0]!.copy
    const other = deliveryKey(row, row.endpoint_id, copy)
    await client.query(
      `INSERT INTO webhook.delivery (key, event_id, endpoint_id, copy, status, due_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'pending', ${earlierSql('$5')}, $5, $5)`,
      [other, row.event_id, row.endpoint_id, copy, now],
    )
    return other
  })
}

function check({ status, is_due, is_served, body_bytes }: Row): void {
  if (!is_served) refuse('the endpoint is disabled: enable it first')
  if (body_bytes === null) refuse('the body of the event is no longer kept')
  if (body_bytes > MAX_BODY_BYTES) refuse('the event is too large to be sent: its facts are in the API')
  if (status === 'pending' && is_due) refuse('the delivery is being sent')
}

function refuse(message: string): never {
  throw new LegislogError('webhook_conflict', message)
}
