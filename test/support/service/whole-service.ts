import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { sitePages } from '../../../cli/wiring/site-pages.ts'
import { openWebhookPlugin } from '../../../cli/wiring/webhook-plugin.ts'
import { createRelay, type Relay } from '../../../ingest/relay/relay.ts'
import type { Mode } from '../../../ingest/run-context/backfill.ts'
import { type RunCounts, runIngest } from '../../../ingest/runs/run.ts'
import { loadSource } from '../../../ingest/sources/registry.ts'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { type Projections, startProjections } from '../../../projections/service/start-projections.ts'
import { projectionStatus } from '../../../projections/service/status.ts'
import { type Verification, verify } from '../../../projections/verify/verify.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka, type Kafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { projectFolder, type Settings } from '../../../runtime/settings/settings.ts'
import type { Dispatcher } from '../../../webhooks/dispatcher.ts'
import { countDeferred } from '../../../webhooks/fan-out/deferred-events.ts'
import { openEndpointService } from '../../../webhooks/subscriptions/endpoint-service.ts'
import { createTestApi, type TestApi } from '../api/test-api.ts'
import { createReceiver, type Receiver } from '../fakes/receiver.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestTopics } from '../log/topics.ts'
import { createProjectedDatabase, type TestDatabase } from '../stores/database.ts'
import { createTestRedis } from '../stores/redis.ts'
import { knowSchemas } from '../stores/schema-ids.ts'
import { startDispatcher } from '../webhooks/started-dispatcher.ts'

export const sampleFolder = join(projectFolder, 'sample')

/** Every part of legislog on a log, a database and a Redis for this test. Parts are started one by one. */
const sampleParts = [
  ['openstates-people', 'people'],
  ['openstates-scraper', 'legislature'],
  ['federal-register', 'register'],
  ['scorecards', 'scorecards'],
  ['lda', 'lobbying'],
  ['positions', 'positions'],
  ['ocd-divisions', 'divisions'],
  ['boundaries', 'boundaries'],
  ['tiger', 'addresses'],
] as const

export type WholeService = {
  readonly settings: Settings
  readonly database: Database
  readonly codec: EventCodec
  ingest(source: string, path: string, options?: { mode?: Mode; settings?: Settings }): Promise<RunCounts>
  /** The shipped sample: legislature, people, register, boundaries and addresses. */
  ingestSample(): Promise<RunCounts[]>
  startRelay(change?: Partial<Settings>): Relay
  /** `over` is a client of the log that uses a proxy. */
  startProjections(readSchema?: string, change?: Partial<Settings>, over?: Kafka): Promise<Projections>
  startDispatcher(change?: Partial<Settings>, over?: Kafka): Promise<Dispatcher>
  /** Everything except the API. */
  startAll(): Promise<void>
  openApi(): Promise<TestApi>
  createEndpoint(events: readonly string[]): Promise<{ id: number; secret: string; receiver: Receiver }>
  /** Nothing waits in the outbox, to be projected, or to be dispatched. */
  caughtUp(readSchema?: string): Promise<void>
  /** The same, and all of it is visible to readers of changes. */
  inSync(): Promise<void>
  /** Every delivery that was written has been received. */
  delivered(): Promise<void>
  verify(readSchema?: string): Promise<Verification>
}

/**
 * `later` are settings that apply after the schemas are registered. `openDatabase` opens a database on a server that
 * the other tests do not use.
 */
export async function createWholeService(
  overrides: Partial<Settings> = {},
  later: Partial<Settings> = {},
  openDatabase: (overrides: Partial<Settings>) => Promise<TestDatabase> = createProjectedDatabase,
): Promise<WholeService> {
  const redisUrl = await createTestRedis()
  const test = await openDatabase({
    redis_url: redisUrl,
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
    log_level: process.env.LOG_LEVEL ?? 'silent',
    ...overrides,
  })
  const { database } = test
  await knowSchemas(database)
  const settings = await createTestTopics({ ...test.settings, ...later })
  const codec = await createEventCodec(settings, database)
  await ensureReadSchema(database, settings)
  const log = createLog('test', settings.log_level)
  const kafka = () => createKafka(settings, 'legislog-test')

  const ingest: WholeService['ingest'] = async (source, path, options = {}) =>
    runIngest({
      source: await loadSource(source),
      paths: [path],
      settings: options.settings ?? settings,
      database,
      codec,
      log,
      clock: systemClock,
      mode: options.mode ?? 'auto',
    })

  function startRelay(change: Partial<Settings> = {}): Relay {
    const relay = createRelay({ settings: { ...settings, ...change }, database, kafka: kafka(), log })
    relay.start()
    cleanUp(() => relay.stop())
    return relay
  }

  const startOneProjections: WholeService['startProjections'] = async (name, change = {}, over = kafka()) => {
    const projections = await startProjections({
      settings: { ...settings, ...change },
      database,
      kafka: over,
      codec,
      log,
      clock: systemClock,
      metrics: createMetrics(),
      ...(name === undefined ? {} : { read_schema: name }),
    })
    cleanUp(() => projections.stop())
    return projections
  }

  const startDispatcherOf: WholeService['startDispatcher'] = (change = {}, over = kafka()) =>
    startDispatcher({ settings: { ...settings, ...change }, database, kafka: over, codec, log })

  async function caughtUp(readSchema = 'read_0001'): Promise<void> {
    await eventually(() => isCaughtUp(database, readSchema), { timeout_ms: 25_000 })
  }

  return {
    settings,
    database,
    codec,
    ingest,
    async ingestSample() {
      const runs: RunCounts[] = []
      for (const [source, part] of sampleParts) runs.push(await ingest(source, join(sampleFolder, part)))
      return runs
    },
    startRelay,
    startProjections: startOneProjections,
    startDispatcher: startDispatcherOf,
    async startAll() {
      startRelay()
      await startOneProjections()
      await startDispatcherOf()
    },
    async openApi() {
      const { plugin, close } = await openWebhookPlugin(settings)
      cleanUp(close)
      const locator = createLocator({ database })
      return createTestApi(
        { ...test, settings },
        {
          redis_url: redisUrl,
          plugins: [plugin],
          pages: sitePages,
          locator,
        },
      )
    },
    createEndpoint: (events) => createEndpoint({ settings, database, kafka: kafka() }, events),
    caughtUp,
    async inSync() {
      await caughtUp()
      await eventually(() => isPast(database))
    },
    async delivered() {
      await eventually(() => isDelivered(database))
    },
    verify: (readSchema = 'read_0001') => verify({ settings, database, read_schema: readSchema }),
  }
}

/** A whole service whose relay and projections run and have caught up with the sample. */
export async function createServiceWithSample(overrides: Partial<Settings> = {}): Promise<WholeService> {
  const service = await createWholeService(overrides)
  service.startRelay()
  await service.startProjections()
  await service.ingestSample()
  await service.caughtUp()
  return service
}

async function createEndpoint(
  parts: { settings: Settings; database: Database; kafka: Kafka },
  events: readonly string[],
): Promise<{ id: number; secret: string; receiver: Receiver }> {
  const receiver = await createReceiver()
  const service = await openEndpointService({ ...parts, clock: systemClock })
  const owner = await ensureAccount(parts.database, 'customer', 'enterprise')
  const request = { url: receiver.url, events: [...events] }
  const { endpoint, secret } = await service.endpoints.create(owner, request)
  await service.close()
  return { id: endpoint.id, secret, receiver }
}

async function isDelivered(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ waiting: number }>(
    "SELECT count(*) AS waiting FROM webhook.delivery WHERE status = 'pending'",
  )
  return rows[0]!.waiting === 0
}

async function isPast(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ is_past: boolean }>(
    `SELECT watermark > (SELECT max(updated_at) FROM read_0001.bills) AS is_past FROM control.read_schema
     WHERE name = 'read_0001'`,
  )
  return rows[0]?.is_past === true
}

async function isCaughtUp(database: Database, readSchema: string): Promise<boolean> {
  const { rows } = await database.query<{ waiting: number }>(`
    SELECT (SELECT count(*) FROM ingest.outbox)
      + (SELECT coalesce(sum(greatest(c.end_offset - w.next, 0)), 0) FROM webhook.position w
         JOIN control.partition_clock c USING (topic, partition)) AS waiting`)
  if (Number(rows[0]!.waiting) > 0 || (await countDeferred(database)).unread > 0) return false
  const status = (await projectionStatus(database)).find((one) => one.read_schema === readSchema)
  return (
    status?.partitions.every(
      ({ lag_events, claimed, next, end }) => lag_events === 0 && claimed === 0 && next === end,
    ) ?? false
  )
}
