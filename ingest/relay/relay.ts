import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import { clearLogFaults } from '../../runtime/kafka/log-guard/log-faults.ts'
import type { Log } from '../../runtime/log.ts'
import { isClockAhead, readClocks, requireClocksAgree } from '../../runtime/log-clock/clock-ahead.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { retryPause_ms } from '../../runtime/postgres/transient.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { Signal } from '../../runtime/signal.ts'
import type { LegislogError } from '../../schemas/errors.ts'
import type { SentBatch } from '../journal/packed-batch.ts'
import { pruneJournal } from '../journal/prune-journal.ts'
import { type Chunk, roundsOf } from './chunks.ts'
import { ackRows, type ClaimedRow, claimRows, findClaimed, settleClaims } from './claimed-rows.ts'
import { createIsEvent } from './is-event.ts'
import { KafkaClock } from './kafka-clock.ts'
import { type LeaseSession, withLeaseSession } from './lease-session.ts'
import { refuseLogsAhead } from './log-ahead.ts'
import { isLogRefusal, noteRefusal, RELAY, RelayLogCheck } from './log-check.ts'
import { leasesWithoutRows, readEndsOf } from './lost-claims.ts'
import { PartitionLeases } from './partition-leases.ts'
import { createPublisher } from './publisher.ts'
import type { RelayCounters, RelayHealth } from './relay-report.ts'
import { SettledIds } from './settled-ids.ts'
import { unlessStopped } from './unless-stopped.ts'

/** The only producer of the log: takes what ingest left in the outbox there, in order, stamped, at least once. */
export type Relay = {
  start(): void
  /** Settles after `stop`, or with the reason why it must not go on: `log_ahead`, `log_behind`. */
  readonly done: Promise<void>
  /** Ends after the round at hand. What is claimed and not acked is sent by the next relay, with the same bytes. */
  stop(): Promise<void>
  /** Resolves when the outbox is empty and the log was found right; rejects where the relay is stopped before, or must not go on. */
  drained(): Promise<void>
  counters(): Readonly<RelayCounters>
  health(): RelayHealth
}

export type RelayOptions = {
  settings: Settings
  database: Database
  kafka: Kafka
  log: Log
  /** Between two looks at a clock of Kafka's that is behind, at first. */
  kafka_clock_pause_ms?: number
}

const POLL_MS = 1_000
/** Without a round for so long, idle ones too: not ready. */
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
  // Whoever awaits it sees its failure; until then it must not count as unhandled.
  ended.promise.catch(() => {})
  const stopping = new AbortController()
  let refusal: LegislogError | undefined
  let isLogChecked = false
  let running: Promise<void> | undefined
  let progressed_ms = performance.now()
  let failure: Error | undefined
  let clock: LegislogError | undefined

  async function run(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await withLeaseSession(
          database,
          () => wake.notify(),
          async (session) => {
            await checkLog(session)
            const leases = new PartitionLeases(session.client, settings)
            await untilOpen(leases)
            if (stopping.signal.aborted) return
            await session.client.query(`LISTEN ${NOTIFICATION}`)
            await relay(session, leases, () => {
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
        failure = error instanceof Error ? error : new Error(String(error))
        if (isLogRefusal(error)) {
          refusal = error
          log.fatal({ err: error }, 'the relay ends: the log and the state of ingest do not belong together')
          await noteRefusal(database, log, error)
          return ended.reject(error)
        }
        log.warn({ err: error }, 'the relay lost its session with Postgres and begins again')
        await wake.wait(retryPause_ms(error, failures++))
      }
    }
  }

  /** A recovery takes the lock only if no relay has it, and keeps it for as long as it works. */
  async function untilOpen(leases: PartitionLeases): Promise<void> {
    while (!(await leases.open()) && !stopping.signal.aborted) {
      failure = new Error('ingest is being recovered from the log: the relay waits')
      await wake.wait(POLL_MS)
    }
  }

  /** Each session may be with another server, one that was promoted and knows less than the log was told. */
  async function checkLog(session: LeaseSession): Promise<void> {
    await check.readFacts(session.client)
    check.failed()
    await untilRead(session, () => check.beforeSend())
    await clearLogFaults(session.client, RELAY, [])
    await untilRead(session, () =>
      refuseLogsAhead({ settings, kafka, log, database: session.client, isEvent }),
    )
    isLogChecked = true
  }

  async function relay(session: LeaseSession, leases: PartitionLeases, onProgress: () => void) {
    // Not by the clock of this host, which may be set back.
    let [balance_ms, prune_ms] = [0, 0]
    const settled = new SettledIds()
    while (!stopping.signal.aborted) {
      if (performance.now() >= balance_ms) {
        await leases.balance()
        await settled.look(session.client)
        await check.readFacts(session.client)
        counters.leases = leases.leases.length
        balance_ms = performance.now() + POLL_MS
      }
      if (performance.now() >= prune_ms) {
        await pruneJournal(session.client, settings)
        prune_ms = performance.now() + PRUNE_MS
      }
      if (!(await relayRows(session, leases, settled.upTo).catch(noteClockAhead))) {
        await wake.wait(POLL_MS)
        continue
      }
      clock = undefined
      onProgress()
    }
  }

  /** Gives false while Kafka's clock is not asked again yet. */
  async function relayRows(
    session: LeaseSession,
    leases: PartitionLeases,
    settled_id: bigint,
  ): Promise<boolean> {
    if (!kafkaClock.mayAsk()) return false
    const rows = await takeRows(session, leases, settled_id)
    if (rows.length === 0) {
      await idle(session)
      return true
    }
    try {
      await publish(session, rows)
    } catch (error) {
      if (isClockAhead(error)) leases.noteClaimed(rows)
      throw error
    }
    return true
  }

  /** News waits in the outbox until the clocks agree: a stamp that is far ahead would move the time of the service. */
  function noteClockAhead(error: unknown): undefined {
    if (!isClockAhead(error)) throw error
    if (clock === undefined) log.error({ err: error }, 'the relay stamps nothing')
    clock = error
  }

  async function idle(session: LeaseSession): Promise<void> {
    if (check.isDueWhileIdle()) await untilRead(session, () => check.beforeSend())
    await wake.wait(POLL_MS)
  }

  async function takeRows(
    session: LeaseSession,
    leases: PartitionLeases,
    settledId: bigint,
  ): Promise<ClaimedRow[]> {
    const { client } = session
    const left = leases.leases.filter((lease) => lease.has_claimed)
    const tolerance_s = settings.clock_tolerance_s
    if (left.length === 0) return claimRows(client, leases.leases, settledId, tolerance_s)
    requireClocksAgree(await readClocks(client), tolerance_s)
    const rows = await findClaimed(client, left)
    counters.resent_rows += rows.length
    const lost = leasesWithoutRows(left, rows)
    if (lost.length > 0) {
      log.warn({ partitions: lost.length }, 'what was claimed is not in the outbox any more: asking the log')
      await settleClaims(client, await untilRead(session, () => readEndsOf(kafka, settings, lost)))
    }
    for (const lease of left) lease.has_claimed = false
    return rows
  }

  async function publish(session: LeaseSession, rows: readonly ClaimedRow[]): Promise<void> {
    const sent: SentBatch[] = []
    let events = 0
    for (const group of kafkaClock.groupsOf(rows)) {
      for (const round of roundsOf(group)) {
        const acked = await sendUntilAcked(session, round)
        kafkaClock.note(group, acked)
        sent.push(...acked)
        events += round.reduce((sum, { messages }) => sum + messages.length, 0)
      }
    }
    await ackRows(session.client, rows, sent)
    counters.rows += rows.length
    counters.events += events
  }

  async function sendUntilAcked(session: LeaseSession, round: readonly Chunk[]): Promise<SentBatch[]> {
    const sent = await untilAnswered(session, 'the log cannot be written yet', async () => {
      await check.beforeSend()
      return publisher.send(round).catch((error) => {
        counters.send_failures++
        throw error
      })
    })
    const gaps = check.sent(sent)
    const unacked = await untilRead(session, () => check.readGaps(gaps))
    return [...unacked, ...sent]
  }

  const untilRead = <T>(session: LeaseSession, ask: () => Promise<T>): Promise<T> =>
    untilAnswered(session, 'the log cannot be read yet', () => unlessStopped(stopping.signal, ask))

  /** While the session lives nobody else may send, so a broker that is away is waited for. */
  async function untilAnswered<T>(session: LeaseSession, trouble: string, ask: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      // A relay that was stopped for a while must not send what another has sent since.
      await session.confirm()
      try {
        return await session.keepWhile(ask)
      } catch (error) {
        check.failed()
        failure = error instanceof Error ? error : new Error(String(error))
        if (stopping.signal.aborted || session.isLost() || isLogRefusal(error)) throw error
        log.warn({ err: error, failures }, trouble)
        await session.keepWhile(() => wake.wait(retryPause_ms(error, failures)))
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

/** Sends what waits and ends: for commands that load and go. */
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
