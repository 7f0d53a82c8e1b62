import type { PoolClient } from 'pg'

/**
 * `gone`: it answered 410. `failing`: only failures for days. `owner`: disabled by its owner. `paused_long`: paused
 * for a week.
 */
type DisableReason = 'gone' | 'failing' | 'owner' | 'paused_long'

const ROWS_A_STATEMENT = 20_000

/**
 * Disables an endpoint. Its waiting deliveries, and those of events that come while it is disabled, are recorded as
 * skipped.
 */
export async function disable(
  client: PoolClient,
  endpointId: number,
  reason: DisableReason,
  now: Date,
): Promise<void> {
  await setDisabled(client, endpointId, reason, now)
  await skipPending(client, endpointId, now)
}

/** Lock order: endpoints before deliveries. */
export async function setDisabled(
  client: PoolClient,
  endpointId: number,
  reason: DisableReason,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE webhook.endpoint SET status = 'disabled', status_reason = $2, status_at = $3, updated_at = clock_timestamp()
     WHERE id = $1 AND status <> 'disabled'`,
    [endpointId, reason, now],
  )
}

/** Works in pieces: however many deliveries wait, no statement takes longer than a request may. */
export async function skipPending(client: PoolClient, endpointId: number, now: Date): Promise<void> {
  for (let skipped = 1; skipped > 0; ) {
    const { rowCount } = await client.query(
      `UPDATE webhook.delivery SET status = 'skipped', updated_at = $2, changed_at = clock_timestamp()
       WHERE status = 'pending' AND key IN (
         SELECT key FROM webhook.delivery WHERE endpoint_id = $1 AND status = 'pending' LIMIT ${ROWS_A_STATEMENT}
       )`,
      [endpointId, now],
    )
    skipped = rowCount ?? 0
  }
}
