import type { Redis } from 'ioredis'
import type { Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/postgres.ts'
import type { Settings } from '../settings/settings.ts'
import { type ServiceName, startHeartbeat } from './heartbeats.ts'
import { startMetricsServer } from './metrics-server.ts'
import { type Check, createReadiness } from './readiness.ts'
import { createHealthDatabase, createKafkaCheck, postgresCheck, redisCheck } from './store-checks.ts'

export type ServiceHealth = {
  /** The port of the metrics server; undefined if METRICS_PORT is 0. */
  readonly port: number | undefined
  stop(): Promise<void>
}

/**
 * The health of a service without an API: its stores, then its own work. It is shown at /readyz of METRICS_PORT and in
 * a heartbeat in Postgres.
 */
export async function startServiceHealth(options: {
  readonly settings: Settings
  readonly service: ServiceName
  readonly redis?: Redis
  /** Checks of the work itself, beside its stores. */
  readonly checks: (database: Database) => Readonly<Record<string, Check>>
  /** Shown beside the checks. */
  readonly facts: () => object
  readonly has_heartbeat?: boolean
  /** false: its work needs no Kafka. */
  readonly has_kafka?: boolean
  readonly metrics: Registry
  readonly clock: Clock
  readonly log: Log
}): Promise<ServiceHealth> {
  const { settings, service, redis, facts, metrics, clock, log } = options
  const database = createHealthDatabase(settings, service)
  const kafka =
    options.has_kafka === false ? undefined : createKafkaCheck(settings, `legislog-${service}-health`)
  const readiness = createReadiness<string>({
    checks: {
      postgres: postgresCheck(database),
      ...(kafka === undefined ? {} : { kafka: kafka.check }),
      ...(redis === undefined ? {} : { redis: redisCheck(redis) }),
      ...options.checks(database),
    },
    timeout_ms: settings.health_timeout_ms,
    clock,
  })
  const shown = await startMetricsServer({ settings, metrics, readiness, facts, log })
  const heart =
    options.has_heartbeat === false
      ? undefined
      : startHeartbeat({ settings, database, service, readiness, clock, log })
  return {
    port: shown?.port,
    async stop() {
      await shown?.close()
      await heart?.stop()
      await kafka?.close()
      await database.end()
    },
  }
}
