import type { Registry } from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import type { EventCodec } from '../runtime/events/event-codec.ts'
import type { Kafka } from '../runtime/kafka/client/kafka-client.ts'
import { createReaderGuard } from '../runtime/kafka/log-guard/reader-guard.ts'
import { createLogReader } from '../runtime/kafka/log-reader/log-reader.ts'
import { createRestartingReader } from '../runtime/kafka/log-reader/restarting-reader.ts'
import type { Log } from '../runtime/log.ts'
import { type ConsumerHealth, createLogConsumer } from '../runtime/log-consumer/consumer.ts'
import { groupOffsets } from '../runtime/log-consumer/group-offsets.ts'
import { createReleaseLoop } from '../runtime/log-consumer/release-loop.ts'
import { startMailLoop } from '../runtime/mail/mail-loop.ts'
import { createMailTransport } from '../runtime/mail/mail-transport.ts'
import { createPace } from '../runtime/mail/pace.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import { publicOrigin } from '../runtime/settings/api-origin.ts'
import type { Settings } from '../runtime/settings/settings.ts'
import type { ReadFacts } from './digest/digest-content.ts'
import { readHeldAt } from './hold/hold.ts'
import { createRestoreCheck, type RestoreCheck } from './hold/restore-check.ts'
import { alertTopics, loadPositions } from './log/positions.ts'
import { suppressRefused } from './mail/refusals.ts'
import type { MatchSearches } from './matching/searches.ts'
import { createAlertMetrics } from './metrics.ts'
import { applyBatch } from './reading/apply-batch.ts'
import { releaseDeferred } from './reading/release-deferred.ts'
import { createUpkeep } from './upkeep/upkeep.ts'

export type AlertService = {
  start(): Promise<void>
  /** Waits for the work under way. */
  stop(): Promise<void>
  health(): ConsumerHealth
}

const GROUP = 'legislog.alerts'
/** More mails at a time do not help: a mail server takes a few connections. */
const MAILS_AT_ONCE = 2

type Options = {
  readonly settings: Settings
  readonly database: Database
  readonly kafka: Kafka
  readonly codec: EventCodec
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Registry
  readonly matchSearches: MatchSearches
  readonly readFacts: ReadFacts
}

/**
 * The alerts of one process: reads the log, writes what is to be reported, writes digests, and mails them. Any number may run:
 * the consumer group divides partitions, and locks of rows divide digests and mails. The caller closes the connections.
 */
export function createAlertService(options: Options): AlertService {
  const { settings, database, kafka, codec, clock, matchSearches, readFacts } = options
  const log = options.log.child({ part: 'alerts' })
  const restore = createRestoreCheck({
    database,
    clock,
    log,
    readGroup: () => groupOffsets({ settings, kafka, group: GROUP, topics: alertTopics }),
  })
  const metrics = createAlertMetrics({ registry: options.metrics, database, clock })
  const reading = { database, codec, matchSearches, keep_days: settings.alert_keep_days }
  const releaser = createReleaseLoop({
    log,
    release: () => releaseDeferred({ ...reading, clock, onItems: metrics.onItems }),
  })
  const consumer = createLogConsumer({
    reader: openReader(options, log, restore),
    database,
    clock,
    log,
    called: 'alerts',
    async apply(batch, rights) {
      const now = clock.now()
      const applied = await applyBatch(batch, { ...reading, ...rights, now, moves_positions: true })
      if (applied === undefined) return false
      const { items, parked, deferred, unshown } = applied
      metrics.onItems(items)
      if (deferred > 0) releaser.wake()
      if (parked > 0) log.error({ parked }, 'events parked')
      if (unshown > 0)
        log.info({ events: unshown }, 'events that the read model does not show are not reported')
      return true
    },
  })
  const mails = startMailLoop({
    database,
    outbox: 'alerts.mail',
    transport: createMailTransport(settings, 'digest-'),
    clock,
    log,
    pace: createPace(settings.alert_mails_a_minute),
    at_once: MAILS_AT_ONCE,
    maySend: async () => restore.isDone() && (await readHeldAt(database)) === undefined,
    onAttempt: (mail, error) =>
      suppressRefused({ database, clock, log, onMail: metrics.onMail }, mail, error),
  })
  const upkeep = createUpkeep({
    database,
    clock,
    log,
    readFacts,
    restore,
    origin: publicOrigin(settings),
    keep_days: settings.alert_keep_days,
    onDigest: metrics.onDigest,
  })
  return {
    async start() {
      upkeep.start()
      releaser.start()
      await consumer.start()
    },
    async stop() {
      await consumer.stop()
      await Promise.all([releaser.stop(), upkeep.stop(), mails.close()])
    },
    health: consumer.health,
  }
}

/** Reads the topics of bills and votes. If it halts, a new one takes its place. */
function openReader({ settings, kafka, database }: Options, log: Log, restore: RestoreCheck) {
  return createRestartingReader(() =>
    createLogReader({
      settings,
      kafka,
      group: GROUP,
      topics: [...alertTopics],
      async positions(parts) {
        await restore.check()
        return loadPositions(database, parts)
      },
      log,
      guard: createReaderGuard({ settings, kafka, database, log, noticed_by: 'alerts' }),
    }),
  )
}
