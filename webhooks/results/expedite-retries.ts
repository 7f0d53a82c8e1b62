import type { PoolClient } from 'pg'
import type { RecoveredEndpoint } from './update-health.ts'

/**
 * An endpoint that was probed answers again: what failed during its outage, and what waits for that in the order of a bill,
 * is sent now. Each keeps the time that its own schedule gives it, for the case that this fails (resultOf), and waits for
 * as long as the receiver has asked.
 */
export async function expediteRetries(
  client: Pick<PoolClient, 'query'>,
  { endpoint_id, since }: RecoveredEndpoint,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE webhook.delivery SET due_at = greatest($3, not_before),
       scheduled_at = CASE WHEN attempt > uncounted_attempts THEN coalesce(scheduled_at, due_at) END, changed_at = clock_timestamp()
     WHERE endpoint_id = $1 AND status = 'pending' AND due_at > greatest($3, not_before)
       AND (attempt = 0 OR (attempt > uncounted_attempts AND updated_at >= $2))`,
    [endpoint_id, since, now],
  )
}
