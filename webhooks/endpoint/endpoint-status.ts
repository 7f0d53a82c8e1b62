import type { PoolClient } from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { disable } from './disable.ts'

type Stored = 'enabled' | 'paused' | 'disabled'

/** What an owner does. `resume` is for one that was paused, `enable` for any. */
export type StatusVerb = 'enable' | 'disable' | 'pause' | 'resume'

const targets: Readonly<Record<StatusVerb, Stored>> = {
  enable: 'enabled',
  resume: 'enabled',
  pause: 'paused',
  disable: 'disabled',
}

/**
 * Changes the status of an endpoint. What is sent to it while it is paused waits; what is owed to it while it is disabled
 * is recorded as skipped, and so is what waits when it is disabled. Enabling clears what was held against it.
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
       warned_hours = 0, hold_until = NULL WHERE id = $1`,
    [endpointId],
  )
}
