import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  fastify,
  LogController,
} from 'fastify'
import type { Redis } from 'ioredis'
import { Counter, type Registry } from 'prom-client'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createObjectStore } from '../runtime/object-store/create-object-store.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { createCallCounter } from './accounts/call-counter.ts'
import { readForCaller } from './http/caller-presence.ts'
import { isPlannedPath } from './http/known-paths.ts'
import { checkBody } from './input/storable-text.ts'
import './access/decorators.ts'
import { authentication } from './access/authentication.ts'
import { authorization } from './access/authorization.ts'
import { countCalls } from './access/count-calls.ts'
import { idempotency } from './access/idempotency.ts'
import { rateLimit } from './access/rate-limit.ts'
import { createMinuteWindow } from './accounts/minute-window.ts'
import { tiersOf } from './accounts/tiers.ts'
import { createTokenCache } from './accounts/token-cache.ts'
import { takeJsonBodies } from './input/json-bodies.ts'
import { pageLimits } from './input/page-limits.ts'
import { checkQuery } from './input/parameters.ts'
import { createValidation } from './input/validation.ts'
import { compression } from './plugins/compression.ts'
import { etag } from './plugins/etag.ts'
import { host } from './plugins/host.ts'
import { metrics } from './plugins/metrics.ts'
import { openapi } from './plugins/openapi.ts'
import { overload } from './plugins/overload.ts'
import { presence } from './plugins/presence.ts'
import { problems, rawProblem, sendProblem } from './plugins/problems.ts'
import { requestId, requestIdOf } from './plugins/request-id.ts'
import { security } from './plugins/security.ts'
import { unsent } from './plugins/unsent.ts'
import { createReadModel } from './read-schema/live-schema.ts'
import { type ApiReadiness, createApiReadiness } from './read-schema/readiness.ts'
import type { RouteContext } from './routes/context.ts'
import { docsRoutes } from './routes/docs.ts'
import { serviceRoutes } from './routes/service.ts'
import { v1Routes } from './routes/v1.ts'
import { registerSourceMetrics } from './source-metrics.ts'
import { readTlsFiles } from './tls.ts'

export type ServerParts = {
  readonly settings: Settings
  readonly database: Database
  /** The database that rows are read from: a replica, or the primary. Accounts and tokens are always asked of `database`. */
  readonly reads?: Database
  /** Asked for readiness: connections of its own, so that load on the others does not look like a failure. */
  readonly health?: Database
  /** It is made of the other parts if the process that listens does not give its own. */
  readonly readiness?: ApiReadiness
  /** Served instead of the live read schema. */
  readonly read_schema?: string
  readonly redis: Redis
  readonly log: Log
  readonly clock?: Clock
  readonly metrics?: Registry
  /** Further routes, registered under both prefixes behind the same authentication and limits. */
  readonly plugins?: readonly FastifyPluginAsync[]
}

const HOST_CHECKED = { requireHostHeader: false }
const PREFIXES = ['/v1', '/api/v1'] as const

/** Builds the API. It connects to nothing and listens to nothing: parts are given, `main.ts` listens. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { settings, database, redis, log, clock = systemClock, metrics: registry = createMetrics() } = parts
  const { reads = database, health = reads, read_schema } = parts
  const readiness =
    parts.readiness ??
    createApiReadiness({
      primary: reads === database ? health : database,
      reads: health,
      redis,
      clock,
      read_schema,
      timeout_ms: settings.health_timeout_ms,
    })
  const tls = readTlsFiles(settings)
  // The host plugin refuses a request without Host, with a body that says why.
  const listening = tls === undefined ? { http: HOST_CHECKED } : { https: { ...tls, ...HOST_CHECKED } }
  const app = fastify({
    ...(listening as { http: typeof HOST_CHECKED }),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Node closes a connection on which no byte has moved for this long.
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => routedUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
      socket.end(rawProblem(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400))
    },
  })
  // Answers are ready JSON or small; a test holds each against its schema. A compiled serialiser would parse it again.
  app.setSerializerCompiler(() => JSON.stringify)
  app.setValidatorCompiler(createValidation())
  takeJsonBodies(app)
  await app.register(presence, { registry })
  await app.register(requestId)
  await app.register(problems)
  await app.register(host)
  await app.register(metrics, { registry })
  await app.register(security)
  await app.register(overload, { database: reads })
  await app.register(etag)
  await app.register(compression)
  await app.register(unsent, { registry, clock, most_bytes: settings.unsent_bytes })
  await app.register(openapi)
  registerSourceMetrics({ registry, database: parts.health ?? database, clock, log })
  await app.register(serviceRoutes, { readiness, registry, shows_metrics: !settings.metrics_private })
  await app.register(docsRoutes)

  const holders = createTokenCache(database, clock, log)
  const calls = createCallCounter({ database, clock, log, registry, keep_days: settings.usage_keep_days })
  app.addHook('onClose', () => holders.close())
  app.addHook('onClose', () => calls.close())
  const tiers = tiersOf(settings)
  const skipped = new Counter({
    name: 'legislog_api_rate_limit_skipped_total',
    help: 'Requests let through uncounted because Redis did not answer',
    registers: [registry],
  })
  const limit = {
    window: createMinuteWindow(redis, settings.topic_prefix),
    tiers,
    clock,
    skipped,
  }
  const context: RouteContext = {
    model: createReadModel(readForCaller(reads), read_schema),
    database,
    objects: createObjectStore(settings),
    tokenCache: holders,
    tiers,
    limits: settings,
    clock,
    session_quiet_days: settings.session_quiet_days,
  }
  for (const prefix of PREFIXES) {
    await app.register(
      async (scope) => {
        scope.addHook('onRoute', pageLimits(settings))
        scope.addHook('preValidation', async ({ query, body }) => {
          checkQuery(query as Record<string, unknown>)
          checkBody(body)
        })
        await scope.register(authentication, { tokenCache: holders })
        await scope.register(countCalls, { calls })
        await scope.register(rateLimit, limit)
        await scope.register(authorization)
        await scope.register(idempotency, { database, clock })
        await scope.register(v1Routes, context)
        for (const plugin of parts.plugins ?? []) await scope.register(plugin)
      },
      { prefix },
    )
  }
  return app
}

/** The address as it is routed: what is still to come leads nowhere. */
function routedUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return isPlannedPath(path) ? '/no-such-path' : `${withWholeIds(path)}${url.slice(path.length)}`
}

/**
 * `/v1/bills/ocd-bill/<uuid>` means the bill with that ocd_id, in any case: its slash is part of the id, although nobody who
 * pastes one encodes it.
 */
const withWholeIds = (path: string): string =>
  path.replace(
    /\/(ocd-(?:division|jurisdiction)(?:\/[a-z_]+:[^/]+)+(?:\/government)?|ocd-[a-z]+\/[0-9a-f-]{36})(?=\/|$)/i,
    (_, id: string) => `/${id.replaceAll('/', '%2F')}`,
  )
