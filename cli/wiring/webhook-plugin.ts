import type { FastifyPluginAsync } from 'fastify'
import { readForCaller } from '../../api/http/caller-presence.ts'
import { createApiDatabases } from '../../api/read-schema/databases.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../runtime/log.ts'
import { createRedis } from '../../runtime/redis.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { createWebhookRoutes } from '../../webhooks/routes.ts'
import { openEndpointService } from '../../webhooks/subscriptions/endpoint-service.ts'
import { createWaker } from '../../webhooks/wake/waker.ts'
import { createBillDirectory } from './bill-directory.ts'

/** The webhook routes for the API, which may not know them: with connections of their own, under the API's limits. */
export async function openWebhookPlugin(
  settings: Settings,
): Promise<{ plugin: FastifyPluginAsync; close(): Promise<void> }> {
  const { database, reads, end } = createApiDatabases(settings, 'legislog api webhooks')
  const kafka = createKafka(settings, 'legislog-api')
  const clock = systemClock
  const service = await openEndpointService({ settings, database, kafka, clock })
  const reader = readForCaller(database)
  const producer = createRedis(settings, { for: 'producer' })
  const log = createLog('api webhooks', settings.log_level)
  const waker = createWaker({ producer, prefix: settings.topic_prefix, log })
  return {
    plugin: createWebhookRoutes({
      endpoints: service.endpoints,
      database,
      reader,
      clock,
      limits: settings,
      wake: waker.wake,
      bills: createBillDirectory({ rows: readForCaller(reads), newest: reader }),
    }),
    async close() {
      await service.close()
      await waker.stop()
      producer.disconnect()
      await end()
    },
  }
}
