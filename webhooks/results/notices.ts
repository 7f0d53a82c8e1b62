import type { PoolClient } from 'pg'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { Notice, OperationalEventType } from '../event-types/operational-events.ts'
import { deliveryKey, lockEventIds } from '../fan-out/fan-out.ts'
import type { HealthVerdict } from './update-health.ts'

type NoticeItem = {
  readonly id: number
  readonly event: OperationalEventType
  readonly data: Notice
  readonly created_at: string
}

/**
 * Stores a notice about an endpoint in the transaction that decides it, and creates deliveries for the account's
 * endpoints that subscribe to it.
 */
export async function writeNotices(
  client: PoolClient,
  verdicts: readonly HealthVerdict[],
  now: Date,
): Promise<void> {
  for (const verdict of verdicts) {
    const type = verdict.action === 'disable' ? 'endpoint.disabled' : 'endpoint.warning'
    const reason = verdict.action === 'disable' ? verdict.reason : 'failing'
    const { rows } = await client.query<{ account_id: number; data: Notice }>(
      `INSERT INTO webhook.notice (account_id, endpoint_id, type, data, created_at)
       SELECT account_id, id, $2, json_build_object('endpoint_id', id, 'url', url, 'reason', $3::text,
           'failing_hours', floor(coalesce(extract(epoch FROM last_failure_at - first_failure_at), 0) / 3600)::int,
           'failures_in_row', failures_in_row,
           'first_failure_at', to_char(first_failure_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
           'last_error', $5::text), $4
       FROM webhook.endpoint WHERE id = $1
       RETURNING account_id, data`,
      [verdict.endpoint_id, type, reason, now, verdict.last_error],
    )
    if (rows[0] !== undefined) await queueNotice(client, type, rows[0], now)
  }
}

async function queueNotice(
  client: PoolClient,
  type: OperationalEventType,
  notice: { account_id: number; data: Notice },
  now: Date,
): Promise<void> {
  const { rows: endpoints } = await client.query<{ id: number }>(
    `SELECT id FROM webhook.endpoint
     WHERE account_id = $1 AND id <> $2 AND status <> 'disabled' AND $3 = ANY(events)`,
    [notice.account_id, notice.data.endpoint_id, type],
  )
  if (endpoints.length === 0) return
  await lockEventIds(client)
  const ceId = `${type} ${notice.data.endpoint_id} ${now.toISOString()}`
  const { rows } = await client.query<{ id: number }>(
    `WITH next AS (SELECT nextval(pg_get_serial_sequence('webhook.event', 'id')) AS id)
     INSERT INTO webhook.event (id, ce_id, type, account_id, recorded_at, body, created_at)
     SELECT id, $1, $2, $3, $5::timestamptz,
       convert_to(json_build_object('id', id, 'event', $2::text, 'data', $4::json)::text, 'UTF8'),
       greatest($5::timestamptz, (SELECT created_at FROM webhook.event ORDER BY id DESC LIMIT 1))
     FROM next RETURNING id`,
    [ceId, type, notice.account_id, JSON.stringify(notice.data), now],
  )
  const recordedAt = now.toISOString()
  await client.query(
    `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, due_at, created_at, updated_at)
     SELECT owed.key, $3, owed.endpoint_id, 'pending', $4, $4, $4
     FROM unnest($1::text[], $2::bigint[]) AS owed (key, endpoint_id)`,
    [
      endpoints.map(({ id }) => deliveryKey({ ce_id: ceId, recorded_at: recordedAt }, id)),
      endpoints.map(({ id }) => id),
      rows[0]!.id,
      now,
    ],
  )
}

/** Newest first. */
export async function listNotices(
  database: Queryable,
  endpointId: number,
  page: { before_id: number | undefined; limit: number },
): Promise<NoticeItem[]> {
  const { rows } = await database.query<NoticeItem>(
    `SELECT id, type AS event, data, created_at FROM webhook.notice
     WHERE endpoint_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [endpointId, page.before_id ?? null, page.limit],
  )
  return rows
}
