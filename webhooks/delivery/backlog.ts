import type { Database } from '../../runtime/postgres/postgres.ts'
import { FAILURES_BEFORE_PROBING } from '../endpoint/health.ts'
import { maySendSql } from './lease.ts'

export type Backlog = {
  readonly due: number
  readonly scheduled: number
  readonly held: number
  readonly oldest_due_at: string | null
}

/** Counts what waits, and why. The oldest due delivery shows whether this service is late, whatever receivers do. */
export async function readBacklog(database: Database, now: Date): Promise<Backlog> {
  const { rows } = await database.query<Backlog>(
    `WITH waiting AS (
       SELECT endpoint_id, count(*) FILTER (WHERE due_at <= $1) AS due, count(*) FILTER (WHERE due_at > $1) AS scheduled,
         min(due_at) FILTER (WHERE due_at <= $1) AS oldest_due_at
       FROM webhook.delivery WHERE status = 'pending' GROUP BY endpoint_id
     ), served AS (
       SELECT waiting.*, ${maySendSql('$1')} AS is_served
       FROM waiting JOIN webhook.endpoint ON endpoint.id = waiting.endpoint_id AND account_id IS NOT NULL
     )
     SELECT coalesce(sum(due) FILTER (WHERE is_served), 0)::bigint AS due, coalesce(sum(scheduled), 0)::bigint AS scheduled,
       coalesce(sum(due) FILTER (WHERE NOT is_served), 0)::bigint AS held,
       min(oldest_due_at) FILTER (WHERE is_served) AS oldest_due_at
     FROM served`,
    [now],
  )
  return rows[0] ?? { due: 0, scheduled: 0, held: 0, oldest_due_at: null }
}

export async function countEndpoints(
  database: Database,
): Promise<{ readonly state: string; readonly count: number }[]> {
  const { rows } = await database.query<{ state: string; count: number }>(
    `SELECT state, count(endpoint.id) AS count
     FROM unnest(ARRAY['enabled', 'failing', 'paused', 'disabled']) AS state
     LEFT JOIN webhook.endpoint ON account_id IS NOT NULL AND state = CASE
       WHEN status = 'enabled' AND failures_in_row >= $1 THEN 'failing' ELSE status END
     GROUP BY state`,
    [FAILURES_BEFORE_PROBING],
  )
  return rows
}
