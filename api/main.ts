import type { FastifyPluginAsync } from 'fastify'
import { createLog } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createDatabase } from '../runtime/postgres.ts'
import { createRedis } from '../runtime/redis.ts'
import type { Settings } from '../runtime/settings.ts'
import { createApiDatabases } from './databases.ts'
import { buildServer } from './server.ts'

export type RunningApi = { readonly url: string; stop(): Promise<void> }

/** Starts the API and listens. `stop` lets the requests in hand end. */
export async function startApi(
  settings: Settings,
  options: { plugins?: readonly FastifyPluginAsync[]; read_schema?: string } = {},
): Promise<RunningApi> {
  const { database, reads, end } = createApiDatabases(settings, 'legislog api')
  const read_url = settings.database_read_url
  const health = createDatabase(
    { ...settings, database_pool: 2, database_statement_timeout_ms: 2_000 },
    { ...(read_url === '' ? {} : { url: read_url }), application_name: 'legislog api health' },
  )
  const redis = createRedis(settings, { for: 'limits' })
  const app = await buildServer({
    settings,
    database,
    reads,
    health,
    redis,
    log: createLog('api', settings.log_level),
    metrics: createMetrics(),
    plugins: options.plugins ?? [],
    ...(options.read_schema === undefined ? {} : { read_schema: options.read_schema }),
  })
  async function stop(): Promise<void> {
    await app.close()
    redis.disconnect()
    await Promise.all([end(), health.end()])
  }
  try {
    return { url: await app.listen({ host: settings.host, port: settings.port }), stop }
  } catch (error) {
    // What stays open would keep the process alive.
    await stop()
    throw error
  }
}
