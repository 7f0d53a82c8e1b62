import { DAY_MS } from '../../runtime/durations.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { disable, skipPending } from '../endpoint/disable.ts'
import { PLAN_ALLOWS } from '../endpoint/plan.ts'
import { purgeEndpoint, removedEndpoints } from '../endpoint/remove-endpoint.ts'

/** The longest pause of an endpoint. Then it is disabled, and its deliveries can be replayed. */
const MAX_PAUSE_MS = 7 * DAY_MS

const PIECES_AT_ONCE = 200

/**
 * Applies changes that time and other services cause for endpoints. It skips the deliveries of an account that lost its
 * plan, disables endpoints that were paused for too long, and deletes the rest of removed endpoints.
 */
export async function expireEndpoints(database: Database, now: Date): Promise<void> {
  const { rows: suspended } = await database.query<{ id: number }>(
    `SELECT id FROM webhook.endpoint
     WHERE account_id IS NOT NULL AND status <> 'disabled' AND NOT ${PLAN_ALLOWS}
       AND EXISTS (SELECT FROM webhook.delivery WHERE endpoint_id = endpoint.id AND delivery.status = 'pending')
     ORDER BY id`,
  )
  for (const { id } of suspended) await inTransaction(database, (client) => skipPending(client, id, now))
  const { rows: paused } = await database.query<{ id: number }>(
    `SELECT id FROM webhook.endpoint WHERE status = 'paused' AND status_at <= $1 ORDER BY id`,
    [new Date(now.getTime() - MAX_PAUSE_MS)],
  )
  for (const { id } of paused)
    await inTransaction(database, (client) => disable(client, id, 'paused_long', now))
  for (const id of await removedEndpoints(database)) await purgeEndpoint(database, id, PIECES_AT_ONCE)
}
