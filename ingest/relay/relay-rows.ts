import type { Kafka } from '../../runtime/kafka/client/kafka-client.ts'
import { isClockAhead, readClocks, requireClocksAgree } from '../../runtime/log-clock/clock-ahead.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { SentBatch } from '../journal/packed-batch.ts'
import { type Chunk, roundsOf } from './chunks.ts'
import { ackRows, type ClaimedRow, claimRows, findClaimed, settleClaims } from './claimed-rows.ts'
import type { KafkaClock } from './kafka-clock.ts'
import { leasesWithoutRows, readEndsOf } from './lost-claims.ts'
import type { RelayCounters } from './monitoring/relay-report.ts'
import type { PartitionLeases } from './partition-leases.ts'
import type { Publisher } from './publisher.ts'
import { untilAnswered, untilRead, type Waiting } from './until-answered.ts'

export type RelaySession = Waiting & {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly publisher: Publisher
  readonly kafkaClock: KafkaClock
  readonly counters: RelayCounters
  readonly leases: PartitionLeases
}

/** Sends one batch of rows of the outbox. Gives false while it is too early to ask for Kafka's time again. */
export async function relayRows(
  relay: RelaySession,
  options: { readonly settled_id: bigint; readonly poll_ms: number },
): Promise<boolean> {
  if (!relay.kafkaClock.mayAsk()) return false
  const rows = await takeRows(relay, options.settled_id)
  if (rows.length === 0) {
    if (relay.check.isDueWhileIdle()) await untilRead(relay, () => relay.check.beforeSend())
    await relay.wake.wait(options.poll_ms)
    return true
  }
  try {
    await publish(relay, rows)
  } catch (error) {
    if (isClockAhead(error)) relay.leases.noteClaimed(rows)
    throw error
  }
  return true
}

async function takeRows(relay: RelaySession, settledId: bigint): Promise<ClaimedRow[]> {
  const { leases, counters, settings } = relay
  const { client } = relay.session
  const left = leases.leases.filter((lease) => lease.has_claimed)
  const tolerance_s = settings.clock_tolerance_s
  if (left.length === 0) return claimRows(client, leases.leases, settledId, tolerance_s)
  requireClocksAgree(await readClocks(client), tolerance_s)
  const rows = await findClaimed(client, left)
  counters.resent_rows += rows.length
  const lost = leasesWithoutRows(left, rows)
  if (lost.length > 0) {
    relay.log.warn({ partitions: lost.length }, 'claimed rows are missing from the outbox; asking the log')
    await settleClaims(client, await untilRead(relay, () => readEndsOf(relay.kafka, settings, lost)))
  }
  for (const lease of left) lease.has_claimed = false
  return rows
}

async function publish(relay: RelaySession, rows: readonly ClaimedRow[]): Promise<void> {
  const { kafkaClock, counters, session } = relay
  const sent: SentBatch[] = []
  let events = 0
  for (const group of kafkaClock.groupsOf(rows)) {
    for (const round of roundsOf(group)) {
      const acked = await sendUntilAcked(relay, round)
      kafkaClock.note(group, acked)
      sent.push(...acked)
      events += round.reduce((sum, { messages }) => sum + messages.length, 0)
    }
  }
  await ackRows(session.client, rows, sent)
  counters.rows += rows.length
  counters.events += events
}

async function sendUntilAcked(relay: RelaySession, round: readonly Chunk[]): Promise<SentBatch[]> {
  const { check, publisher, counters } = relay
  const sent = await untilAnswered(relay, 'the log cannot be written yet', async () => {
    await check.beforeSend()
    return publisher.send(round).catch((error) => {
      counters.send_failures++
      throw error
    })
  })
  const gaps = check.sent(sent)
  const unacked = await untilRead(relay, () => check.readGaps(gaps))
  return [...unacked, ...sent]
}
