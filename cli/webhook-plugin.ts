import type { FastifyPluginAsync } from 'fastify'
import { systemClock } from '../runtime/clock.ts'
import { createKafka } from '../runtime/kafka.ts'
import { createDatabase } from '../runtime/postgres.ts'
import type { Settings } from '../runtime/settings.ts'
import { openEndpointService } from '../webhooks/endpoint-service.ts'
import { createWebhookRoutes } from '../webhooks/routes.ts'
import { createBillDirectory } from './bill-directory.ts'

/** The webhook routes for the API, which may not know them: with connections of their own. */
export async function openWebhookPlugin(
  settings: Settings,
): Promise<{ plugin: FastifyPluginAsync; close(): Promise<void> }> {
  const database = createDatabase(settings, { application_name: 'legislog api webhooks' })
  const kafka = createKafka(settings, 'legislog-api')
  const clock = systemClock
  const service = await openEndpointService({ settings, database, kafka, clock })
  return {
    plugin: createWebhookRoutes({
      endpoints: service.endpoints,
      database,
      clock,
      limits: settings,
      bills: createBillDirectory(database),
    }),
    async close() {
      await service.close()
      await database.end()
    },
  }
}
