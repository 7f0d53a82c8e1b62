import type { Clock } from '../../runtime/clock.ts'
import type { Database, Queryable } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { Wake } from '../delivery/wake-queue.ts'
import type { BillDirectory } from '../subscriptions/bill-directory.ts'
import type { Endpoints } from '../subscriptions/endpoints.ts'

/** What the routes are made of. */
export type WebhookRouteContext = {
  readonly endpoints: Endpoints
  readonly database: Database
  /** The same, for what only reads: it gives up what nobody waits for any more. */
  readonly reader: Queryable
  readonly clock: Clock
  readonly bills: BillDirectory
  /** Wakes the dispatchers for deliveries that are due now; otherwise they would wait for the next sweep. */
  readonly wake: Wake
  readonly limits: Pick<
    Settings,
    'page_limit_default' | 'page_bytes' | 'webhook_body_keep_days' | 'webhook_egress'
  >
}

/** Every route here needs this scope of its caller. */
export const config = { scope: 'webhooks' } as const
export const tags = ['Webhooks']
