import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Redis } from 'ioredis'
import { Counter, type Registry } from 'prom-client'
import type { Deriver } from '../derive/methods/deriver.ts'
import { createDeriver } from '../derive/results/create-deriver.ts'
import { createQuestionVectors } from '../derive/similar/read/question-vectors.ts'
import { createDeriverPool } from '../derive/threads/deriver-pool.ts'
import type { Locator } from '../locate/lookup/located.ts'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { registerMailMetrics } from '../runtime/mail/mail-metrics.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createObjectStore } from '../runtime/object-store/create-object-store.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import { billAlias } from '../runtime/search-cluster/bill-index.ts'
import { createSearchCluster } from '../runtime/search-cluster/search-cluster.ts'
import { consoleOrigin, publicOrigin } from '../runtime/settings/api-origin.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { createCallCounter } from './accounts/call-counter.ts'
import { startLookupSweep } from './accounts/lookup-sweep.ts'
import { createAnswerer } from './answers/answerer.ts'
import { createApp } from './app.ts'
import { createConsoleAccess } from './console/console-access.ts'
import { readForCaller } from './http/caller-presence.ts'
import { checkRequest } from './input/checked-request.ts'
import { createApiLookUp } from './lookup/api-look-up.ts'
import { createLookupLedger } from './lookup/lookup-ledger.ts'
import './access/decorators.ts'
import { authentication } from './access/authentication.ts'
import { authorization } from './access/authorization.ts'
import { countCalls } from './access/count-calls.ts'
import { idempotency } from './access/idempotency.ts'
import { rateLimit } from './access/rate-limit.ts'
import { createRequestCounting } from './access/request-counting.ts'
import { createMinuteWindow } from './accounts/minute-window.ts'
import { tiersOf } from './accounts/tiers.ts'
import { createTokenCache } from './accounts/tokens/token-cache.ts'
import { auditChanges } from './audit/audit-changes.ts'
import { prepareText } from './http/prepared-answer.ts'
import { pageLimits } from './input/page-limits.ts'
import type { PageParts } from './pages/page-parts.ts'
import { createPublishedPages } from './pages/published-pages.ts'
import { compression } from './plugins/compression.ts'
import { etag } from './plugins/etag.ts'
import { host } from './plugins/host.ts'
import { metrics } from './plugins/metrics.ts'
import { openapi } from './plugins/openapi.ts'
import { overload } from './plugins/overload.ts'
import { presence } from './plugins/presence.ts'
import { problems, refusalOf } from './plugins/problems.ts'
import { publicOrigin as onPublicOrigin } from './plugins/public-origin.ts'
import { requestId } from './plugins/request-id.ts'
import { security } from './plugins/security.ts'
import { unsent } from './plugins/unsent.ts'
import { type RankBills, readRankedBills } from './read-model/bills/ranked-bills.ts'
import { createClusterRanking } from './read-model/cluster/cluster-ranking.ts'
import { createPublishedScorecards } from './read-model/scorecards/published-scorecards.ts'
import { createReadModel, type ReadModel } from './read-schema/live-schema.ts'
import { type ApiReadiness, createApiReadiness } from './read-schema/readiness.ts'
import type { RouteContext } from './routes/context.ts'
import { docsRoutes } from './routes/docs.ts'
import { serviceRoutes } from './routes/service.ts'
import { v1Routes } from './routes/v1.ts'
import { registerSourceMetrics } from './source-metrics.ts'
import { createWidgetService } from './widgets/widget-service.ts'

export type ServerParts = {
  readonly settings: Settings
  readonly database: Database
  /**
   * The database that rows are read from: a replica, or the primary. Accounts and tokens always come from
   * `database`.
   */
  readonly reads?: Database
  /** Connections to the same database that plan each statement once, for lookups and searches: `reads` if absent. */
  readonly lookups?: Database
  /** Separate connections for readiness checks, so that load on the others does not look like a failure. */
  readonly health?: Database
  /** Made from the other parts if it is absent. */
  readonly readiness?: ApiReadiness
  /** Served instead of the live read schema. */
  readonly read_schema?: string
  /** Made from the database that rows are read from if it is not given. */
  readonly locator?: Locator
  /** Made from the other parts if it is not given. */
  readonly deriver?: Deriver
  /** Ranks bills by words: in Postgres if it is not given. */
  readonly rankBills?: RankBills
  readonly redis: Redis
  readonly log: Log
  readonly clock?: Clock
  readonly metrics?: Registry
  /** Further routes, registered under both prefixes behind the same authentication and limits. */
  readonly plugins?: readonly FastifyPluginAsync[]
  /** Pages for people, registered without a prefix. They state their own policies. */
  readonly pages?: readonly FastifyPluginAsync<PageParts>[]
}

/** Ranks bills in the cluster of SEARCH_URL, or in Postgres. */
function rankingOf(settings: Settings, log: Log): RankBills {
  const { search_url, search_timeout_ms } = settings
  if (search_url === '') return readRankedBills
  const cluster = createSearchCluster(search_url, search_timeout_ms)
  return createClusterRanking({ cluster, alias: billAlias(settings), otherwise: readRankedBills, log })
}

const PREFIXES = ['/v1', '/api/v1'] as const

/**
 * Builds the API. It opens no connections and does not listen: the parts are given, and `main.ts` listens.
 */
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
  const app = createApp(settings, log)
  await addPlugins(app, { settings, registry, clock, reads })
  const measured = { registry, database: parts.health ?? database, clock, log }
  registerSourceMetrics(measured)
  registerMailMetrics(measured)
  await app.register(serviceRoutes, { readiness, registry, shows_metrics: !settings.metrics_private })
  await app.register(docsRoutes)

  const holders = createTokenCache(database, clock, log)
  const calls = createCallCounter({ database, clock, log, registry, keep_days: settings.usage_keep_days })
  app.addHook('onClose', () => holders.close())
  app.addHook('onClose', () => calls.close())
  const sweep = startLookupSweep({ database, clock, log })
  app.addHook('onClose', async () => sweep.close())
  const tiers = tiersOf(settings)
  const window = createMinuteWindow(redis, settings.topic_prefix)
  const counting = createRequestCounting({ window, clock, skipped: createSkippedCounter(registry) })
  const { lookUp, close } = await createApiLookUp({
    settings,
    database: parts.lookups ?? reads,
    read_schema,
    clock,
    log,
    registry,
    given: parts.locator,
  })
  app.addHook('onClose', () => close())
  const objects = createObjectStore(settings)
  const deriver =
    parts.deriver ??
    createDeriver({ objects, database, reads, pool: createDeriverPool(settings), log, metrics: registry })
  app.addHook('onClose', () => deriver.close())
  const answerer = await createAnswerer({ settings, database, clock, metrics: registry })
  app.addHook('onClose', async () => answerer?.close())
  const questionVectors = createQuestionVectors({ settings, clock, log })
  app.addHook('onClose', () => questionVectors.close())
  const planningOnce = readForCaller(parts.lookups ?? reads)
  const model = createReadModel(readForCaller(reads), read_schema, planningOnce)
  // Visitors wait for one reading together, so it does not end with the first of them.
  const shared = createReadModel(reads, read_schema)
  const stakeholderPages = createPublishedPages({ database, model: shared, clock, log })
  const widgets = createWidgetService({ settings, database, model, counting, clock })
  const origins = { console_origin: consoleOrigin(settings), public_origin: publicOrigin(settings) }
  const consoleAccess = createConsoleAccess({ database, tokens: holders, clock, ...origins })
  const visitors = { stakeholderPages, ...widgets.limits, model: shared }
  await addPages(app, parts.pages, { ...visitors, console: consoleAccess })
  const context: RouteContext = {
    model,
    pages: stakeholderPages,
    pageAddress: (path) => `${publicOrigin(settings)}${path}`,
    database,
    objects,
    lookUp,
    asks_geocoder: settings.geocoder_url !== '',
    ledger: createLookupLedger(database),
    deriver,
    answerer,
    questionVectors,
    rankBills: parts.rankBills ?? rankingOf(settings, log),
    tokenCache: holders,
    widgets,
    origins,
    leads_a_day: settings.leads_a_day,
    tiers,
    limits: settings,
    clock,
    session_quiet_days: settings.session_quiet_days,
  }
  const versioned: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRoute', pageLimits(settings))
    scope.addHook('preValidation', async (request) => checkRequest(request))
    await scope.register(authentication, { tokenCache: holders })
    await scope.register(countCalls, { calls })
    await scope.register(rateLimit, { tiers, counting })
    await scope.register(authorization)
    await scope.register(idempotency, { database, clock })
    await scope.register(auditChanges, { database })
    await scope.register(v1Routes, context)
    for (const plugin of parts.plugins ?? []) await scope.register(plugin)
  }
  for (const prefix of PREFIXES) await app.register(versioned, { prefix })
  return app
}

const createSkippedCounter = (registry: Registry): Counter =>
  new Counter({
    name: 'legislog_api_rate_limit_skipped_total',
    help: 'Requests let through uncounted because Redis did not answer',
    registers: [registry],
  })

async function addPages(
  app: FastifyInstance,
  pages: ServerParts['pages'],
  given: Pick<PageParts, 'stakeholderPages' | 'countVisitor' | 'countForm' | 'console'> & {
    readonly model: ReadModel
  },
): Promise<void> {
  const { model, ...more } = given
  const scorecards = createPublishedScorecards({ model })
  for (const page of pages ?? []) await app.register(page, { ...more, scorecards, prepareText, refusalOf })
}

/** What every request meets, whatever its path. */
async function addPlugins(
  app: FastifyInstance,
  {
    settings,
    registry,
    clock,
    reads,
  }: { settings: Settings; registry: Registry; clock: Clock; reads: Database },
): Promise<void> {
  await app.register(presence, { registry })
  await app.register(requestId)
  await app.register(problems)
  await app.register(host)
  await app.register(onPublicOrigin, { origin: settings.public_origin })
  await app.register(metrics, { registry })
  await app.register(security)
  await app.register(overload, { database: reads, late_ms: settings.event_loop_late_ms })
  await app.register(etag)
  await app.register(compression)
  await app.register(unsent, { registry, clock, most_bytes: settings.unsent_bytes })
  await app.register(openapi)
}
