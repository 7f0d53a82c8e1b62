import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createBillDirectory } from '../../../cli/wiring/bill-directory.ts'
import { sitePages } from '../../../cli/wiring/site-pages.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import { createWebhookRoutes } from '../../../webhooks/routes.ts'
import { createProjectedSchema, type ProjectedSchema } from '../api/projected-events.ts'
import { createTestApi, type TestApi } from '../api/test-api.ts'
import { createManualClock } from '../clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'
import { createWebhookService, type WebhookService } from '../webhooks/webhook-service.ts'

/** A route as it was registered, once for each method. */
export type ApiRoute = {
  readonly method: string
  readonly url: string
  /** null: open to all callers. */
  readonly scope: Scope | null
  /** For people who visit a site of an account. */
  readonly for_visitors: boolean
}

export type WholeApi = {
  readonly test: TestDatabase
  readonly projected: ProjectedSchema
  readonly api: TestApi
  readonly service: WebhookService
  readonly routes: readonly ApiRoute[]
}

/** The API as `legislog api` serves it, webhooks included, with all of its routes. */
export async function createWholeApi(changed: Partial<Settings> = {}): Promise<WholeApi> {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const service = await createWebhookService({
    database: test,
    clock: createManualClock(new Date().toISOString()),
  })
  const registered: RouteOptions[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void registered.push(route))
  }
  const { endpoints, database, clock, settings } = service
  const limits = { ...settings, ...changed }
  const bills = createBillDirectory({ rows: database, newest: database })
  diagnostics.subscribe('fastify.initialization', watch)
  const api = await createTestApi(test, {
    settings: { rate_limits: '0', visitor_requests_a_minute: 0, visitor_forms_a_minute: 0, ...changed },
    pages: sitePages,
    plugins: [
      createWebhookRoutes({ endpoints, database, reader: database, clock, bills, limits, wake: () => {} }),
    ],
  })
  diagnostics.unsubscribe('fastify.initialization', watch)
  const routes = registered
    .filter(({ url }) => !url.includes('*'))
    .flatMap(({ method, url, config }) =>
      [method].flat().map((one) => ({
        method: one,
        url,
        scope: config?.open === true ? null : (config?.scope ?? null),
        for_visitors: config?.for_visitors === true,
      })),
    )
  return { test, projected, api, service, routes }
}
