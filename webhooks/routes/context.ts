import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clock } from '../../runtime/clock.ts'
import type { Database, Queryable } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { BillDirectory } from '../subscriptions/bill-directory.ts'
import type { Endpoints } from '../subscriptions/endpoints.ts'
import type { Wake } from '../wake/waker.ts'

/** The Fastify instance that a plugin of routes gets. */
export type WebhookApp = Parameters<FastifyPluginAsyncTypebox<WebhookRouteContext>>[0]

/** The parts that the routes use. */
export type WebhookRouteContext = {
  readonly endpoints: Endpoints
  readonly database: Database
  /** The same database for requests that only read: a query stops when its client is gone. */
  readonly reader: Queryable
  readonly clock: Clock
  readonly bills: BillDirectory
  /** Wakes the dispatchers for deliveries that are due now. Otherwise they would wait for the next sweep. */
  readonly wake: Wake
  readonly limits: Pick<
    Settings,
    'page_limit_default' | 'page_bytes' | 'webhook_body_keep_days' | 'webhook_egress'
  >
}

/** The scope that every route here requires. */
export const config = { scope: 'webhooks' } as const
export const tags = ['Webhooks']
