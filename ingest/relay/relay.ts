import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import { clearLogFaults } from '../../runtime/kafka/log-guard/log-faults.ts'
import type { Log } from '../../runtime/log.ts'
import { isClockAhead } from '../../runtime/log-clock/clock-ahead.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { retryPause_ms } from '../../runtime/postgres/transient.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { Signal } from '../../runtime/signal.ts'
import type { LegislogError } from '../../schemas/errors.ts'
import { pruneJournal } from '../journal/prune-journal.ts'
import { KafkaClock } from './kafka-clock.ts'
import { withLeaseSession } from './lease-session.ts'
import { createIsEvent } from './log-checks/is-event.ts'
import { refuseLogsAhead } from './log-checks/log-ahead.ts'
import { isLogRefusal, noteRefusal, RELAY, RelayLogCheck } from './log-checks/log-check.ts'
import type { RelayCounters, RelayHealth } from './monitoring/relay-report.ts'
import { PartitionLeases } from './partition-leases.ts'
import { createPublisher } from './publisher.ts'
import { type RelaySession, relayRows } from './relay-rows.ts'
import { SettledIds } from './settled-ids.ts'
import { errorFrom, untilRead, type Waiting } from './until-answered.ts'

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

const POLL_MS = 1_000
/** Not ready after this long without a round, including idle rounds. */
const PROGRESS_MS = 15_000
const PRUNE_MS = 600_000
const NOTIFICATION = 'legislog_outbox'

export function createRelay({ settings, database, kafka, log, kafka_clock_pause_ms }: RelayOptions): Relay {
  const isEvent = createIsEvent(settings, database)
  const publisher = createPublisher(settings, kafka)
  const check = new RelayLogCheck({ settings, kafka, log })
  const kafkaClock = new KafkaClock(settings, kafka_clock_pause_ms)
  const wake = new Signal()
  const counters = { rows: 0, events: 0, resent_rows: 0, send_failures: 0, session_failures: 0, leases: 0 }
  const ended = Promise.withResolvers<void>()
  // Callers that await it see its failure. Until then it must not count as unhandled.
  ended.promise.catch(() => {})
  const stopping = new AbortController()
  let refusal: LegislogError | undefined
  let isLogChecked = false
  let running: Promise<void> | undefined
  let progressed_ms = performance.now()
  let failure: Error | undefined
  let clock: LegislogError | undefined

  const sending = { settings, kafka, publisher, kafkaClock, counters }
  const onFailure = (error: Error) => {
    failure = error
  }

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await withLeaseSession(
          database,
          () => wake.notify(),
          async (session) => {
            const waiting = { session, check, stopping: stopping.signal, wake, log, onFailure }
            await checkLog(waiting)
            const leases = new PartitionLeases(session.client, settings)
            await untilOpen(leases)
            if (stopping.signal.aborted) return
            await session.client.query(`LISTEN ${NOTIFICATION}`)
            await relayUntilStopped({ ...waiting, ...sending, leases }, () => {
              failures = 0
              failure = undefined
              progressed_ms = performance.now()
            })
          },
        )
      } catch (error) {
        if (stopping.signal.aborted) return
        counters.session_failures++
        counters.leases = 0
        onFailure(errorFrom(error))
        if (isLogRefusal(error)) {
          refusal = error
          log.fatal({ err: error }, 'the relay ends: the log and the state of ingest do not match')
          await noteRefusal(database, log, error)
          return ended.reject(error)
        }
        log.warn({ err: error }, 'the relay lost its Postgres session; reconnecting')
        await wake.wait(retryPause_ms(error, failures++))
      }
    }
  }

  /** A recovery takes the lock only if no relay has it, and keeps it until it ends. */
  async function untilOpen(leases: PartitionLeases): Promise<void> {
    while (!(await leases.open()) && !stopping.signal.aborted) {
      failure = new Error('ingest is being recovered from the log; the relay waits')
      await wake.wait(POLL_MS)
    }
  }

  /** Another server may answer in each session: one that was promoted and lacks events that the log has. */
  async function checkLog(waiting: Waiting): Promise<void> {
    const { client } = waiting.session
    await check.readFacts(client)
    check.failed()
    await untilRead(waiting, () => check.beforeSend())
    await clearLogFaults(client, RELAY, [])
    await untilRead(waiting, () => refuseLogsAhead({ settings, kafka, log, database: client, isEvent }))
    isLogChecked = true
  }

  async function relayUntilStopped(session: RelaySession, onProgress: () => void) {
    const { leases } = session
    const { client } = session.session
    // Use the monotonic clock, because the clock of this host may be set back.
    let [balance_ms, prune_ms] = [0, 0]
    const settled = new SettledIds()
    while (!stopping.signal.aborted) {
      if (performance.now() >= balance_ms) {
        await leases.balance()
        await settled.look(client)
        await check.readFacts(client)
        counters.leases = leases.leases.length
        balance_ms = performance.now() + POLL_MS
      }
      if (performance.now() >= prune_ms) {
        await pruneJournal(client, settings)
        prune_ms = performance.now() + PRUNE_MS
      }
      const round = { settled_id: settled.upTo, poll_ms: POLL_MS }
      if (!(await relayRows(session, round).catch(noteClockAhead))) {
        await wake.wait(POLL_MS)
        continue
      }
      clock = undefined
      onProgress()
    }
  }

  /** Rows wait in the outbox until the clocks agree: a stamp that is far ahead would move the time of the service. */
  function noteClockAhead(error: unknown): undefined {
    if (!isClockAhead(error)) throw error
    if (clock === undefined) log.error({ err: error }, 'the relay stamps no events')
    clock = error
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
        if (refusal !== undefined) throw refusal
        if (clock !== undefined) throw clock
        const { rows } = await database.query<{ is_empty: boolean }>(
          'SELECT NOT EXISTS (SELECT FROM ingest.outbox) AS is_empty',
        )
        if (isLogChecked && rows[0]!.is_empty) return
        await wake.wait(50)
      }
      throw new Error('the relay was stopped before the outbox was empty')
    },
    counters: () => ({ ...counters }),
    health() {
      const msSinceProgress = Math.round(performance.now() - progressed_ms)
      return {
        is_ready:
          running !== undefined &&
          !stopping.signal.aborted &&
          refusal === undefined &&
          clock === undefined &&
          msSinceProgress < PROGRESS_MS,
        leases: counters.leases,
        ms_since_progress: msSinceProgress,
        error: clock?.message ?? failure?.message,
      }
    },
  }
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
