import type { PoolClient } from 'pg'
import type { RecoveredEndpoint } from './update-health.ts'

/**
 * Sends the deliveries of a recovered endpoint now: those that failed during its outage, and those that wait for them
 * in the order of a bill. Each keeps the time of its own schedule in case this attempt fails (resultOf), and still
 * obeys Retry-After.
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
