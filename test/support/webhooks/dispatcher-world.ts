import { randomBytes } from 'node:crypto'
import type { Registry } from 'prom-client'
import { startProjections } from '../../../projections/service/start-projections.ts'
import { type Clock, systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog, type Log } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { Dispatcher } from '../../../webhooks/dispatcher.ts'
import type { Owner } from '../../../webhooks/endpoint/owner.ts'
import { createLogEnds } from '../../../webhooks/log/log-ends.ts'
import { openEndpointService } from '../../../webhooks/subscriptions/endpoint-service.ts'
import type { Endpoints } from '../../../webhooks/subscriptions/endpoints.ts'
import { createReceiver, type Receiver } from '../fakes/receiver.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { createPublisher, type Publisher } from '../log/publish.ts'
import { createTestTopics } from '../log/topics.ts'
import { createTestDatabase, type TestDatabase } from '../stores/database.ts'
import { createTestRedis } from '../stores/redis.ts'
import { startDispatcher } from './started-dispatcher.ts'

/** The whole webhook service: its own log with projectors, database and Redis, and dispatchers on them. */
export type DispatcherWorld = {
  readonly settings: Settings
  readonly database: Database
  readonly publisher: Publisher
  readonly endpoints: Endpoints
  readonly owner: Owner
  start(change?: Partial<Settings>, log?: Log, clock?: Clock): Promise<Dispatcher & { metrics: Registry }>
  /** Everything published so far is written as events or skipped, and nothing waits for the read model. */
  caughtUp(): Promise<void>
  newEndpoint(events?: string[]): Promise<{
    receiver: Receiver
    id: number
    secret: string
    eventsOf(): { id: number; event: string; data: Record<string, unknown> }[]
  }>
}

/** `openDatabase` opens a database on a server that the other tests do not use. */
export async function createDispatcherWorld(
  openDatabase: (overrides: Partial<Settings>) => Promise<TestDatabase> = createTestDatabase,
): Promise<DispatcherWorld> {
  const stored = await openDatabase({
    redis_url: await createTestRedis(),
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
  })
  const { database } = stored
  const settings = await createTestTopics(stored.settings)
  const publisher = await createPublisher(settings, database)
  const kafka = createKafka(settings, 'legislog-test')
  // An event that no read model shows is not sent.
  const projections = await startProjections({
    settings,
    database,
    kafka,
    codec: publisher.codec,
    clock: systemClock,
    log: createLog('test', process.env.LOG_LEVEL ?? 'silent'),
    metrics: createMetrics(),
  })
  cleanUp(projections.stop)
  const service = await openEndpointService({ settings, database, kafka, clock: systemClock })
  cleanUp(service.close)
  const { rows } = await database.query<Owner>(
    "INSERT INTO account.account (name, tier) VALUES ('acme', 'business') RETURNING id, tier",
  )
  const owner = rows[0]!

  return {
    settings,
    database,
    publisher,
    endpoints: service.endpoints,
    owner,
    start: (change = {}, log = createLog('test', process.env.LOG_LEVEL ?? 'silent'), clock = systemClock) =>
      startDispatcher({
        settings: { ...settings, ...change },
        database,
        codec: publisher.codec,
        log,
        clock,
      }),
    async caughtUp() {
      const ends = await createLogEnds(kafka, settings)()
      await eventually(async () => {
        const { rows: positions } = await database.query<{ place: string; next: number }>(
          `SELECT topic || ':' || partition AS place, next FROM webhook.position`,
        )
        const { rowCount: deferred } = await database.query('SELECT FROM webhook.deferred_event')
        const next = new Map(positions.map((row) => [row.place, row.next]))
        return deferred === 0 && Object.entries(ends).every(([place, end]) => (next.get(place) ?? 0) >= end)
      })
    },
    async newEndpoint(events = ['*']) {
      const receiver = await createReceiver()
      const { endpoint, secret } = await service.endpoints.create(owner, { url: receiver.url, events })
      return {
        receiver,
        id: endpoint.id,
        secret,
        eventsOf: () => receiver.received.map(({ body }) => JSON.parse(body)),
      }
    },
  }
}
