import type { PoolClient } from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { disable } from './disable.ts'

type Stored = 'enabled' | 'paused' | 'disabled'

/** The actions of an owner. `resume` is for a paused endpoint, `enable` for any. */
export type StatusVerb = 'enable' | 'disable' | 'pause' | 'resume'

const targets: Readonly<Record<StatusVerb, Stored>> = {
  enable: 'enabled',
  resume: 'enabled',
  pause: 'paused',
  disable: 'disabled',
}

/**
 * Changes the status of an endpoint. Deliveries of a paused endpoint wait. Deliveries of a disabled endpoint are
 * recorded as skipped, also those that waited when it was disabled. Enabling clears its failures.
 */
export async function setStatus(
  database: Database,
  endpointId: number,
  verb: StatusVerb,
  now: Date,
): Promise<void> {
  const wanted = targets[verb]
  await inTransaction(database, async (client) => {
    const { rows } = await client.query<{ status: Stored }>(
      'SELECT status FROM webhook.endpoint WHERE id = $1 FOR NO KEY UPDATE',
      [endpointId],
    )
    const status = rows[0]?.status
    if (status === 'disabled' && (verb === 'pause' || verb === 'resume'))
      throw new LegislogError('webhook_conflict', 'the endpoint is disabled: enable it')
    if (status === wanted) return
    if (wanted === 'disabled') return disable(client, endpointId, 'owner', now)
    await client.query(
      `UPDATE webhook.endpoint SET status = $2, status_reason = $3, status_at = $4, updated_at = clock_timestamp()
       WHERE id = $1`,
      [endpointId, wanted, wanted === 'enabled' ? null : 'owner', now],
    )
    if (status === 'disabled') await clearHealth(client, endpointId)
  })
}

export async function clearHealth(client: Pick<PoolClient, 'query'>, endpointId: number): Promise<void> {
  await client.query(
    `UPDATE webhook.endpoint SET failures_in_row = 0, first_failure_at = NULL, last_failure_at = NULL,
       warned_hours = 0, wait_until = NULL WHERE id = $1`,
    [endpointId],
  )
}
