import { setTimeout as delay } from 'node:timers/promises'
import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { partitionKey, type TopicPartition } from '../../../runtime/kafka/client/log-position.ts'
import { type LogSource, recordsOf } from '../../../runtime/kafka/log-source/log-source.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { topics } from '../../../schemas/log/topics.ts'
import { stampOf } from '../../fold/decode-records.ts'
import type { Positions } from './catch-up.ts'

const PUBLISHED_WITHIN_MS = 30_000
const POLL_MS = 100

/** Gives the current end of the log. */
export async function logEnds(source: LogSource): Promise<Map<string, bigint>> {
  const ends = new Map<string, bigint>()
  for (const { name: topic } of topics) {
    for (const { partition, high } of await source.ranges(topic))
      ends.set(partitionKey({ topic, partition }), high)
  }
  return ends
}

/**
 * Finds the first offset of each partition that was stamped after a time: every earlier event was in the log
 * at that time. Throws `usage` for a time that has not passed.
 */
export async function positionsAt(
  {
    database,
    codec,
    source,
  }: { readonly database: Database; readonly codec: EventCodec; readonly source: LogSource },
  at: string,
): Promise<Positions> {
  await untilPublished(database, at)
  const positions = new Map<string, bigint>()
  for (const { name: topic } of topics) {
    for (const { partition, low, high } of await source.ranges(topic)) {
      const place = { topic, partition }
      positions.set(partitionKey(place), await firstAfter({ codec, source }, place, { low, high }, at))
    }
  }
  return positions
}

/**
 * Waits until every event stamped up to that time has left the outbox. Later stamps are above the database's
 * time.
 */
async function untilPublished(database: Database, at: string): Promise<void> {
  const deadline = Date.now() + PUBLISHED_WITHIN_MS
  const drained = new Set<string>()
  for (;;) {
    const { rows } = await database.query<{ name: string; is_past: boolean; is_drained: boolean }>(
      `SELECT topic || ':' || partition AS name, claimed = 0 AS is_drained, clock_timestamp() > $1 AS is_past
       FROM control.partition_clock`,
      [at],
    )
    if (rows.some(({ is_past }) => !is_past)) {
      throw new LegislogError('usage', `${at} is not in the past: the log is not complete up to it`)
    }
    for (const { name, is_drained } of rows) if (is_drained) drained.add(name)
    if (drained.size === rows.length) return
    if (Date.now() > deadline) {
      throw new LegislogError(
        'service_failed',
        `events stamped before ${at} wait for the relay: legislog relay`,
      )
    }
    await delay(POLL_MS)
  }
}

type Reading = { readonly codec: EventCodec; readonly source: LogSource }

/** Stamps grow within a partition, so each record that is read halves the range. */
async function firstAfter(
  reading: Reading,
  place: TopicPartition,
  { low, high }: { readonly low: bigint; readonly high: bigint },
  at: string,
): Promise<bigint> {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = from + (to - from) / 2n
    const found = await firstStamped(reading, place, middle, to)
    if (found === undefined || found.stamp > at) to = middle
    else from = found.offset + 1n
  }
  return from
}

async function firstStamped(
  { codec, source }: Reading,
  place: TopicPartition,
  from: bigint,
  until: bigint,
): Promise<{ offset: bigint; stamp: string } | undefined> {
  for await (const batch of source.batches(place, from, until)) {
    for (const record of recordsOf(place, batch)) {
      const stamp = stampOf(codec, record)
      if (record.offset >= from && record.offset < until && stamp !== null) {
        return { offset: record.offset, stamp }
      }
    }
  }
  return undefined
}
