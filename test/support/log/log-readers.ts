import type { Kafka } from 'kafkajs'
import { expect, onTestFinished } from 'vitest'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import {
  createLogReader,
  type LogBatch,
  type LogReader,
} from '../../../runtime/kafka/log-reader/log-reader.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { eventually } from '../harness/eventually.ts'
import type { RawMessage } from './publish-raw.ts'
import { topicEnds } from './read-topic.ts'

export const bills = 'legislog.bills.v1'
export const votes = 'legislog.votes.v1'

/** Positions as a projector stores them, and the records that were read. */
export class Store {
  readonly positions = new Map<string, bigint>()
  readonly places: string[] = []

  /** Expects that everything in these topics was read, and nothing twice. */
  async hasReadOnce(settings: Settings, topics: readonly TopicName[]): Promise<void> {
    const all: string[] = []
    for (const topic of topics) {
      for (const { partition, end } of await topicEnds(settings, topic)) {
        for (let offset = 0n; offset < end; offset++) all.push(`${topic}:${partition}:${offset}`)
      }
    }
    await eventually(() => this.places.length >= all.length, { timeout_ms: 20_000 })
    expect(this.places.toSorted()).toEqual(all.toSorted())
  }

  /** Compare-and-set: false if another reader has moved a position. */
  apply({ slices }: LogBatch): boolean {
    const isOurs = slices.every(
      ({ topic, partition, from }) => (this.positions.get(`${topic}:${partition}`) ?? 0n) === from,
    )
    if (!isOurs) return false
    for (const { topic, partition, to, records } of slices) {
      this.positions.set(`${topic}:${partition}`, to)
      this.places.push(...records.map(({ offset }) => `${topic}:${partition}:${offset}`))
    }
    return true
  }
}

type ReaderOptions = {
  topics?: readonly TopicName[]
  kafka?: Kafka
  positions?: () => Promise<Map<string, bigint>>
  look_ms?: number
}

/** It stops when the test has ended. */
export function createReader(settings: Settings, store: Store, options: ReaderOptions = {}): LogReader {
  const reader = createLogReader({
    settings,
    kafka: options.kafka ?? createKafka(settings, 'legislog-test'),
    group: 'reader',
    topics: options.topics ?? [bills, votes],
    positions: options.positions ?? (async () => store.positions),
    log: createLog('reader', 'silent'),
    ...(options.look_ms === undefined ? {} : { look_ms: options.look_ms }),
  })
  onTestFinished(() => reader.stop())
  return reader
}

/** Applies batches until the reader is stopped. */
export async function drain(reader: LogReader, store: Store, maxEvents = 100): Promise<void> {
  for (;;) {
    const batch = await reader.next({ max_events: maxEvents, flush_ms: 20 })
    if (batch === undefined) return
    if (!store.apply(batch)) await reader.resync()
  }
}

export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => String(from + index))
export const messages = (from: number, to: number, more: Partial<RawMessage> = {}): RawMessage[] =>
  numbers(from, to).map((value) => ({ key: `key-${value}`, value, ...more }))
