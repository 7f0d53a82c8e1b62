import { buildServer } from '../../api/server.ts'
import { createLog } from '../../runtime/log.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { createRedis } from '../../runtime/redis.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { openWebhookPlugin } from '../wiring/webhook-plugin.ts'

/** Builds the committed OpenAPI document of everything that `legislog api` serves. */
export async function describeApi(settings: Settings): Promise<string> {
  const webhooks = await openWebhookPlugin(settings)
  const database = createDatabase(settings, { application_name: 'legislog openapi' })
  const redis = createRedis(settings, { for: 'limits' })
  const log = createLog('openapi', settings.log_level)
  const app = await buildServer({ settings, database, redis, log, plugins: [webhooks.plugin] })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), undefined, 2)}\n`
  await app.close()
  redis.disconnect()
  await database.end()
  await webhooks.close()
  return text
}
