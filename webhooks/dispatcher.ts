import type { Redis } from 'ioredis'
import type { Registry } from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import type { EventCodec } from '../runtime/events/event-codec.ts'
import type { Kafka } from '../runtime/kafka/client/kafka-client.ts'
import { createReaderGuard } from '../runtime/kafka/log-guard/reader-guard.ts'
import { createLogReader } from '../runtime/kafka/log-reader/log-reader.ts'
import { createRestartingReader } from '../runtime/kafka/log-reader/restarting-reader.ts'
import type { Log } from '../runtime/log.ts'
import type { ConsumerHealth } from '../runtime/log-consumer/consumer.ts'
import { createMetrics } from '../runtime/metrics.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import { createAgreedClock } from './clocks/agreed-clock.ts'
import { createDeliveryDelays } from './delivery/delivery-delays.ts'
import { createDrain } from './delivery/drain.ts'
import { createDrainPool } from './delivery/drain-pool.ts'
import { type Presence, startPresence } from './delivery/presence.ts'
import { createSweeper } from './delivery/sweeper.ts'
import { createConsumer } from './fan-out/consumer.ts'
import { createDeferredReleaser } from './fan-out/release-deferred.ts'
import { createAddressGuard, type Resolver } from './http/address-guard.ts'
import { readEgressProxy } from './http/egress-proxy.ts'
import { createSender } from './http/sender.ts'
import { raiseEventIds } from './log/event-ids.ts'
import { createLogEnds, webhookTopics } from './log/log-ends.ts'
import { loadPositions } from './log/positions.ts'
import { createWebhookMetrics } from './metrics.ts'
import { createResultBatcher } from './results/result-batcher.ts'
import { openSecretBox } from './secrets/secret-key.ts'
import { createUpkeepLoop } from './upkeep/upkeep-loop.ts'
import { createWakeQueue } from './wake/wake-queue.ts'

export type Dispatcher = {
  start(): Promise<void>
  /**
   * Waits for attempts under way and writes their results. It drops results that Postgres does not take because it is
   * away.
   */
  stop(): Promise<void>
  /** Sends due deliveries now. The dispatcher also does so by itself every few seconds. */
  sweep(): Promise<void>
  health(): ConsumerHealth
  /**
   * The reason why nothing is sent or planned: the clocks of this host and of the database differ. undefined if they
   * agree.
   */
  whyClocksApart(): string | undefined
}

const GROUP = 'legislog.webhooks'

/**
 * The webhook service of one process: reads the log, writes deliveries, and sends them. Any number may run: the
 * consumer group divides partitions, and leases divide endpoints. The caller closes the connections.
 */
export async function createDispatcher(options: {
  settings: Settings
  database: Database
  redis: { producer: Redis; worker: Redis }
  kafka: Kafka
  codec: EventCodec
  log: Log
  clock: Clock
  resolver?: Resolver
  random?: () => number
  metrics?: Registry
}): Promise<Dispatcher> {
  const { settings, database, kafka, codec } = options
  const log = options.log.child({ part: 'webhooks' })
  const clocks = createAgreedClock({
    database,
    clock: options.clock,
    log,
    tolerance_s: settings.clock_tolerance_s,
  })
  const { clock, whyApart } = clocks
  const guard = createAddressGuard({
    allow_insecure: settings.webhook_allow_insecure,
    ...(options.resolver === undefined ? {} : { resolver: options.resolver }),
  })
  let isStopping = false
  let presence: Presence | undefined
  const metrics = createWebhookMetrics({ registry: options.metrics ?? createMetrics(), database, clock })
  const sender = createSender({ guard, clock, proxy: readEgressProxy(settings), onSend: metrics.onSend })
  const batcher = createResultBatcher({ database, clock, log })
  const delays = createDeliveryDelays({ database, clock, log })
  const drain = createDrain({
    database,
    sender,
    batcher,
    secrets: await openSecretBox(settings),
    clock,
    random: options.random ?? Math.random,
    onResult: metrics.onResult,
    onOwnDelay: delays.onOwnDelay,
    // Due deliveries wait for other processes, or for this one when the clocks agree.
    isStopping: () => isStopping || whyApart() !== undefined,
    holder: () => presence?.holder() ?? null,
  })
  const drains = createDrainPool({ drain, concurrency: settings.webhook_concurrency, log })
  const queue = createWakeQueue({
    ...options.redis,
    prefix: settings.topic_prefix,
    drain: drains.run,
    log,
  })
  const sweeper = createSweeper({ database, drain: drains.run, clock, log, whyApart })
  const chores = createUpkeepLoop({ database, settings, clock, log, wake: queue.wake, whyApart })
  const reader = openReader({ settings, kafka, database, log })
  const releaser = createDeferredReleaser({ database, codec, clock, log, wake: queue.wake, whyApart })
  const consumer = createConsumer({
    reader,
    database,
    codec,
    clock,
    log,
    wake: queue.wake,
    onDeferred: releaser.wake,
    untilAgreed: clocks.untilAgreed,
  })

  return {
    async start() {
      await clocks.start()
      presence = await startPresence({ database, log })
      await delays.start()
      queue.start()
      sweeper.start()
      chores.start()
      releaser.start()
      await consumer.start()
    },
    async stop() {
      isStopping = true
      await consumer.stop()
      await Promise.all([sweeper.stop(), chores.stop(), releaser.stop()])
      await queue.stop()
      // Stop both together: drains wait for their results, and a batcher that kept trying would block them while
      // Postgres is away.
      await Promise.all([batcher.stop(), drains.settled()])
      await delays.stop()
      await sender.close()
      await presence?.stop()
      await clocks.stop()
    },
    sweep: sweeper.sweep,
    health: consumer.health,
    whyClocksApart: whyApart,
  }
}

/** Reads the topics of webhooks. If it halts, a new one takes its place. */
function openReader(options: { settings: Settings; kafka: Kafka; database: Database; log: Log }) {
  const { settings, kafka, database, log } = options
  let idsAreRaised = false
  return createRestartingReader(() =>
    createLogReader({
      settings,
      kafka,
      group: GROUP,
      topics: [...webhookTopics],
      async positions(parts) {
        if (!idsAreRaised) await raiseEventIds({ settings, kafka, database, group: GROUP, log })
        idsAreRaised = true
        return loadPositions(database, parts, createLogEnds(kafka, settings))
      },
      log,
      guard: createReaderGuard({ settings, kafka, database, log, noticed_by: 'webhooks' }),
    }),
  )
}
