import { Server } from 'node:tls'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { systemClock } from '../runtime/clock.ts'
import { type HeartbeatSender, startHeartbeat } from '../runtime/health/heartbeats.ts'
import { type MetricsServer, startMetricsServer } from '../runtime/health/metrics-server.ts'
import { createHealthDatabase } from '../runtime/health/store-checks.ts'
import { createLog, type Log } from '../runtime/log.ts'
import { startMailLoop } from '../runtime/mail/mail-loop.ts'
import { createMailTransport } from '../runtime/mail/mail-transport.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { startHourlyUpkeep } from '../runtime/postgres/hourly-upkeep.ts'
import { createRedis } from '../runtime/redis.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { deletionUpkeep } from './account-data/delete-account.ts'
import { auditUpkeep } from './audit/audit-entry.ts'
import { leadUpkeep } from './leads/lead-upkeep.ts'
import { requireOwnOrigin } from './own-origin.ts'
import type { PageParts } from './pages/page-parts.ts'
import type { RankBills } from './read-model/bills/ranked-bills.ts'
import { createApiDatabases } from './read-schema/databases.ts'
import { createApiReadiness } from './read-schema/readiness.ts'
import { buildServer } from './server.ts'
import { readTlsFiles } from './tls.ts'
import { invitationUpkeep } from './users/ended-invitations.ts'
import { signInUpkeep } from './users/sign-in-links.ts'

export type RunningApi = {
  readonly url: string
  stop(): Promise<void>
  /** Reads TLS_CERT and TLS_KEY again for new connections. If they cannot be used, that is logged and the old ones stay. */
  renewCertificate(): void
}

/** Starts the API and listens. `stop` lets running requests end. */
export async function startApi(
  settings: Settings,
  options: {
    plugins?: readonly FastifyPluginAsync[]
    pages?: readonly FastifyPluginAsync<PageParts>[]
    read_schema?: string
    rankBills?: RankBills
  } = {},
): Promise<RunningApi> {
  requireOwnOrigin(settings)
  const { database, reads, lookups, end } = createApiDatabases(settings, 'legislog api')
  const readUrl = settings.database_read_url
  const healthPrimary = createHealthDatabase(settings, 'api')
  const health = readUrl === '' ? healthPrimary : createHealthDatabase(settings, 'api reads', readUrl)
  const redis = createRedis(settings, { for: 'limits' })
  const log = createLog('api', settings.log_level)
  const readiness = createApiReadiness({
    primary: healthPrimary,
    reads: health,
    redis,
    clock: systemClock,
    read_schema: options.read_schema,
    timeout_ms: settings.health_timeout_ms,
  })
  const metrics = createMetrics()
  const app = await buildServer({
    settings,
    database,
    reads,
    lookups,
    health,
    readiness,
    redis,
    log,
    metrics,
    plugins: options.plugins ?? [],
    pages: options.pages ?? [],
    ...(options.read_schema === undefined ? {} : { read_schema: options.read_schema }),
    ...(options.rankBills === undefined ? {} : { rankBills: options.rankBills }),
  })
  const mails = startMailLoop({
    database,
    outbox: 'account.mail',
    transport: createMailTransport(settings),
    clock: systemClock,
    log,
  })
  const upkeep = startHourlyUpkeep({ database, clock: systemClock, log }, [
    leadUpkeep(database, settings, log),
    auditUpkeep(database, settings.audit_keep_days),
    deletionUpkeep(database),
    invitationUpkeep(database),
    signInUpkeep(database),
  ])
  let heart: HeartbeatSender | undefined
  let measured: MetricsServer | undefined
  async function stop(): Promise<void> {
    await app.close()
    upkeep.close()
    await mails.close()
    await heart?.stop()
    await measured?.close()
    redis.disconnect()
    await Promise.all([end(), ...[...new Set([health, healthPrimary])].map((pool) => pool.end())])
  }
  try {
    if (settings.metrics_private) {
      measured = await startMetricsServer({ settings, metrics, readiness, facts: () => ({}), log })
    }
    const url = await app.listen({ host: settings.host, port: settings.port })
    // An API that serves a read schema other than the live one does not count as the service.
    if (options.read_schema === undefined) {
      heart = startHeartbeat({
        settings,
        database: healthPrimary,
        service: 'api',
        readiness,
        clock: systemClock,
        log,
      })
    }
    return { url, stop, renewCertificate: () => renewCertificate(settings, app, log) }
  } catch (error) {
    // Open handles would keep the process alive.
    await stop()
    throw error
  }
}

function renewCertificate(settings: Settings, app: FastifyInstance, log: Log): void {
  const server: unknown = app.server
  if (!(server instanceof Server)) return
  try {
    server.setSecureContext(readTlsFiles(settings)!)
    log.info({ file: settings.tls_cert }, 'the certificate was read again')
  } catch (error) {
    log.error({ err: error }, 'the certificate cannot be read again; the old one stays')
  }
}
