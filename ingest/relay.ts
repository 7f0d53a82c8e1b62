import type { Kafka } from 'kafkajs'
import type { PoolClient } from 'pg'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Database } from '../runtime/postgres.ts'
import type { Settings } from '../runtime/settings.ts'
import { Signal } from '../runtime/signal.ts'
import { roundsOf } from './relay/chunks.ts'
import { ackRows, type ClaimedRow, claimRows, findClaimed, type PartitionEnd } from './relay/claim.ts'
import { Leases } from './relay/leases.ts'
import { createPublisher } from './relay/publisher.ts'

export type RelayCounters = {
  rows: number
  events: number
  /** Rows that were claimed before and may be in the log twice. */
  resent_rows: number
  send_failures: number
  session_failures: number
  leases: number
}

/** The only producer of the log: takes what ingest left in the outbox there, in order, stamped, at least once. */
export type Relay = {
  start(): void
  /** Ends after the round at hand. What is claimed and not acked is sent by the next relay, with the same bytes. */
  stop(): Promise<void>
  /** Resolves when the outbox is empty; rejects where the relay is stopped before. */
  drained(): Promise<void>
  counters(): Readonly<RelayCounters>
}

export type RelayOptions = {
  settings: Settings
  database: Database
  kafka: Kafka
  log: Log
  clock?: Clock
}

const POLL_MS = 1_000
const LONGEST_PAUSE_MS = 5_000
const NOTIFICATION = 'legislog_outbox'
/** So that Postgres ends the session of a dead relay, and with it its leases, even while a statement waits. */
const NOTICE_DEATH = `SET client_connection_check_interval = 1000; SET tcp_keepalives_idle = 5;
  SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3`

export function createRelay({ settings, database, kafka, log, clock = systemClock }: RelayOptions): Relay {
  const publisher = createPublisher(settings, kafka)
  const wake = new Signal()
  const counters = { rows: 0, events: 0, resent_rows: 0, send_failures: 0, session_failures: 0, leases: 0 }
  let isStopping = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    for (let failures = 0; !isStopping; ) {
      try {
        await withSession(async (session, isLost) => {
          const leases = new Leases(session, settings)
          await leases.open()
          await session.query(`LISTEN ${NOTIFICATION}`)
          await relay(session, leases, isLost, () => {
            failures = 0
          })
        })
      } catch (error) {
        if (isStopping) return
        counters.session_failures++
        log.warn({ err: error }, 'the relay lost its session with Postgres and begins anew')
        await wake.wait(pause_ms(failures++))
      }
    }
  }

  /** All that a relay does in Postgres it does in the session that holds its leases. */
  async function withSession(
    work: (session: PoolClient, isLost: () => boolean) => Promise<void>,
  ): Promise<void> {
    const session = await database.connect()
    let isLost = false
    const lose = () => {
      isLost = true
      wake.notify()
    }
    const notify = () => wake.notify()
    session.on('error', lose).on('end', lose).on('notification', notify)
    try {
      await session.query(NOTICE_DEATH)
      await work(session, () => isLost)
    } finally {
      counters.leases = 0
      // Closed, not returned: its locks end with it.
      session.release(true)
    }
  }

  async function relay(session: PoolClient, leases: Leases, isLost: () => boolean, onProgress: () => void) {
    let balance_at = 0
    while (!isStopping) {
      const now = clock.now().getTime()
      if (now >= balance_at) {
        await leases.balance()
        counters.leases = leases.held.length
        balance_at = now + POLL_MS
      }
      const rows = await takeRows(session, leases)
      if (rows.length === 0) await wake.wait(POLL_MS)
      else await publish(session, rows, isLost)
      onProgress()
    }
  }

  async function takeRows(session: PoolClient, leases: Leases): Promise<ClaimedRow[]> {
    const left = leases.held.filter((lease) => lease.has_claimed)
    if (left.length === 0) return claimRows(session, leases.held)
    const rows = await findClaimed(session, left)
    counters.resent_rows += rows.length
    for (const lease of left) lease.has_claimed = false
    return rows
  }

  async function publish(
    session: PoolClient,
    rows: readonly ClaimedRow[],
    isLost: () => boolean,
  ): Promise<void> {
    const ends = new Map<string, PartitionEnd>()
    let events = 0
    for (const round of roundsOf(rows)) {
      for (const end of await sendUntilAcked(round, isLost)) ends.set(`${end.topic}:${end.partition}`, end)
      events += round.reduce((sum, { messages }) => sum + messages.length, 0)
    }
    await ackRows(session, rows, [...ends.values()])
    counters.rows += rows.length
    counters.events += events
  }

  /** While the session lives nobody else may send, so a broker that is away is waited for. */
  async function sendUntilAcked(round: Parameters<typeof publisher.send>[0], isLost: () => boolean) {
    for (let failures = 0; ; failures++) {
      try {
        return await publisher.send(round)
      } catch (error) {
        counters.send_failures++
        if (isStopping || isLost()) throw error
        log.warn({ err: error, failures }, 'the log cannot be written yet')
        await wake.wait(pause_ms(failures))
      }
    }
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      isStopping = true
      wake.notify()
      await running
      await publisher.close()
    },
    async drained() {
      while (!isStopping) {
        const { rows } = await database.query<{ is_empty: boolean }>(
          'SELECT NOT EXISTS (SELECT FROM ingest.outbox) AS is_empty',
        )
        if (rows[0]!.is_empty) return
        await wake.wait(50)
      }
      throw new Error('the relay was stopped before the outbox was empty')
    },
    counters: () => ({ ...counters }),
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

function pause_ms(failures: number): number {
  return Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS)
}
