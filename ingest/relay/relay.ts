import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { retryPause_ms } from '../../runtime/postgres/transient.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { Signal } from '../../runtime/signal.ts'
import { KafkaClock } from './kafka-clock.ts'
import { createIsEvent } from './log-checks/is-event.ts'
import { isLogRefusal, noteRefusal, RelayLogCheck } from './log-checks/log-check.ts'
import { RelayProgress } from './monitoring/relay-progress.ts'
import type { RelayCounters, RelayHealth } from './monitoring/relay-report.ts'
import { createPublisher } from './publisher.ts'
import { relayInSession } from './relay-session.ts'
import { errorFrom } from './until-answered.ts'

/** The only producer of the log: it publishes the rows of the outbox in order, stamped, at least once. */
export type Relay = {
  start(): void
  /** Settles after `stop`, or with the reason why the relay must stop: `log_ahead`, `log_behind`. */
  readonly done: Promise<void>
  /** Ends after the current round. The next relay sends claimed rows that were not acked, with the same bytes. */
  stop(): Promise<void>
  /**
   * Resolves when the outbox is empty and the log passed its check. Rejects if the relay is stopped before, or must
   * stop.
   */
  drained(): Promise<void>
  counters(): Readonly<RelayCounters>
  health(): RelayHealth
}

export type RelayOptions = {
  settings: Settings
  database: Database
  kafka: Kafka
  log: Log
  /** The first pause before asking again when Kafka's clock is behind. */
  kafka_clock_pause_ms?: number
}

export function createRelay(options: RelayOptions): Relay {
  const { settings, database, kafka, log } = options
  const publisher = createPublisher(settings, kafka)
  const check = new RelayLogCheck({ settings, kafka, log })
  const kafkaClock = new KafkaClock(settings, options.kafka_clock_pause_ms)
  const isEvent = createIsEvent(settings, database)
  const progress = new RelayProgress()
  const wake = new Signal()
  const stopping = new AbortController()
  const relay = {
    settings,
    database,
    kafka,
    log,
    publisher,
    check,
    kafkaClock,
    isEvent,
    progress,
    wake,
    stopping: stopping.signal,
  }
  const ended = Promise.withResolvers<void>()
  // Callers that await it see its failure. Until then it must not count as unhandled.
  ended.promise.catch(() => {})
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await relayInSession(relay)
      } catch (error) {
        if (stopping.signal.aborted) return
        progress.noteLostSession(errorFrom(error))
        if (isLogRefusal(error)) {
          progress.refusal = error
          log.fatal({ err: error }, 'the relay ends: the log and the state of ingest do not match')
          await noteRefusal(database, log, error)
          return ended.reject(error)
        }
        log.warn({ err: error }, 'the relay lost its Postgres session; reconnecting')
        await wake.wait(retryPause_ms(error, progress.failuresInRow++))
      }
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      wake.notify()
      await running
      await Promise.all([publisher.close(), check.close()])
      ended.resolve()
    },
    done: ended.promise,
    async drained() {
      while (!stopping.signal.aborted) {
        if (progress.refusal !== undefined) throw progress.refusal
        if (progress.clockAhead !== undefined) throw progress.clockAhead
        const isEmpty = await isOutboxEmpty(database)
        if (progress.isLogChecked && isEmpty) return
        await wake.wait(50)
      }
      throw new Error('the relay was stopped before the outbox was empty')
    },
    counters: () => ({ ...progress.counters }),
    health: () => progress.health(running !== undefined && !stopping.signal.aborted),
  }
}

async function isOutboxEmpty(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ is_empty: boolean }>(
    'SELECT NOT EXISTS (SELECT FROM ingest.outbox) AS is_empty',
  )
  return rows[0]!.is_empty
}

/** Sends all waiting rows and ends, for commands that load data. */
export async function relayUntilDrained(options: RelayOptions): Promise<RelayCounters> {
  const relay = createRelay(options)
  relay.start()
  try {
    await relay.drained()
  } finally {
    await relay.stop()
  }
  return relay.counters()
}
