import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buildServer } from '../../api/server.ts'
import { createLog } from '../../runtime/log.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { createRedis } from '../../runtime/redis.ts'
import { projectFolder, type Settings } from '../../runtime/settings/settings.ts'
import { openWebhookPlugin } from '../wiring/webhook-plugin.ts'

/** The committed document, so that a change of the API shows in the diff. */
export const openApiFile = join(projectFolder, 'api', 'openapi.json')

/** Nothing listens on this port: the server that the document comes from answers no request, and asks no store. */
const NOWHERE = '127.0.0.1:1'

/** Builds the OpenAPI document of everything that `legislog api` serves with these settings. No store needs to run. */
export async function describeApi(given: Settings): Promise<string> {
  const settings: Settings = {
    ...given,
    database_url: `postgres://${NOWHERE}/none`,
    redis_url: `redis://${NOWHERE}`,
    kafka_brokers: [NOWHERE],
    webhook_secret_key: randomBytes(32).toString('base64'),
  }
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
