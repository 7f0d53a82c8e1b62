import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Kafka } from 'kafkajs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKafka, topicName } from '../../runtime/kafka.ts'
import { createLog } from '../../runtime/log.ts'
import { createLogReader, type LogBatch, type LogReader, type Place } from '../../runtime/log-reader.ts'
import { projectFolder, type Settings } from '../../runtime/settings.ts'
import type { TopicName } from '../../schemas/topics.ts'
import { eventually } from '../support/eventually.ts'
import { publishRaw, type RawMessage } from '../support/publish-raw.ts'
import { topicEnds } from '../support/read-topic.ts'
import { createTestTopics } from '../support/topics.ts'

const bills = 'legislog.bills.v1'
const votes = 'legislog.votes.v1'
const readers: LogReader[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(readers.splice(0).map((reader) => reader.stop()))
})

/** Positions as a projector keeps them, with the places in the log that were read. */
class Store {
  readonly positions = new Map<string, bigint>()
  readonly places: string[] = []

  /** Everything that these topics hold was read, and nothing twice. */
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

  /** Compare-and-set: false where somebody else has moved a position. */
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
}

function createReader(settings: Settings, store: Store, options: ReaderOptions = {}): LogReader {
  const reader = createLogReader({
    settings,
    kafka: options.kafka ?? createKafka(settings, 'legislog-test'),
    group: 'reader',
    topics: options.topics ?? [bills, votes],
    positions: options.positions ?? (async () => store.positions),
    log: createLog('reader', 'silent'),
  })
  readers.push(reader)
  return reader
}

/** Applies what comes until the reader is stopped. */
async function drain(reader: LogReader, store: Store, max_events = 100): Promise<void> {
  for (;;) {
    const batch = await reader.next({ max_events, flush_ms: 20 })
    if (batch === undefined) return
    if (!store.apply(batch)) await reader.resync()
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => String(from + index))
const messages = (from: number, to: number, more: Partial<RawMessage> = {}): RawMessage[] =>
  numbers(from, to).map((value) => ({ key: `key-${value}`, value, ...more }))

describe('a log reader', () => {
  it('reads everything once, in batches without holes, and nothing it was not asked for', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, [
      ...messages(0, 300),
      ...messages(300, 400, { topic: 'legislog.reference.v1' }),
    ])
    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    while (store.places.length < 300) {
      const batch = await reader.next({ max_events: 64, flush_ms: 10 })
      const events = batch!.slices.reduce((sum, { records }) => sum + records.length, 0)
      expect(events).toBeLessThanOrEqual(64)
      for (const { records, from, to } of batch!.slices) {
        expect(records[0]!.offset).toBe(from)
        expect(records.at(-1)!.offset).toBe(to - 1n)
      }
      expect(reader.isCurrent(batch!.epoch)).toBe(true)
      expect(store.apply(batch!)).toBe(true)
    }
    await store.hasReadOnce(settings, [bills])
    expect(reader.health()).toMatchObject({ state: 'reading', assigned: 8, queued_events: 0 })
  })

  it('begins at the stored positions, whatever the group has committed', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 50, { partition: 1 }))
    const first = new Store()
    const reader = createReader(settings, first)
    await reader.start()
    const batch = await reader.next({ max_events: 1_000, flush_ms: 500 })
    expect(first.apply(batch!)).toBe(true)
    await reader.commit(batch!)
    await reader.stop()

    const restored = new Store()
    restored.positions.set(`${bills}:1`, 20n)
    const second = createReader(settings, restored)
    await second.start()
    const again = await second.next({ max_events: 1_000, flush_ms: 500 })
    expect(again?.slices).toMatchObject([{ topic: bills, partition: 1, from: 20n, to: 50n }])
    expect(again?.slices[0]?.records.map(({ value }) => String(value))).toEqual(numbers(20, 50))
  })

  it('reads again from where the store says after a resync', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 30, { partition: 0 }))
    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    const lost = await reader.next({ max_events: 10, flush_ms: 0 })
    await reader.resync()
    expect(reader.isCurrent(lost!.epoch)).toBe(false)
    const batch = await reader.next({ max_events: 1_000, flush_ms: 500 })
    expect(batch?.slices[0]).toMatchObject({ from: 0n })
    expect(store.apply(batch!)).toBe(true)
  })

  it('takes nothing more while it is paused, stays a member, and goes on', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    await eventually(() => reader.health().state === 'reading')
    reader.pause()
    await publishRaw(settings, messages(0, 10))
    const epoch = reader.health().epoch
    await eventually(() => reader.health().heard_at > 0)
    expect(reader.health().queued_events).toBe(0)
    reader.resume()
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills])
    expect(reader.health().epoch).toBe(epoch)
  })

  it('waits for a store that is away', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 10))
    const store = new Store()
    let attempts = 0
    const reader = createReader(settings, store, {
      positions: async () => {
        attempts += 1
        if (attempts < 3) throw new Error('the store is away')
        return store.positions
      },
    })
    await reader.start()
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills])
    expect(attempts).toBe(3)
  })

  it('gives undefined once it is stopped', async () => {
    const settings = await createTestTopics()
    const reader = createReader(settings, new Store())
    await reader.start()
    const waiting = reader.next({ max_events: 1, flush_ms: 0 })
    await reader.stop()
    expect(await waiting).toBeUndefined()
    expect(await reader.next({ max_events: 1, flush_ms: 0 })).toBeUndefined()
    expect(reader.health().state).toBe('stopped')
  })
})

describe('a log that no longer fits the positions', () => {
  it('halts the reader with retention_gap where the log begins after a position', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 30, { partition: 2 }))
    const kafka = createKafka(settings, 'legislog-test')
    const admin = kafka.admin()
    await admin.connect()
    // Without it, the call below does not know the topic.
    await admin.fetchTopicOffsets(topicName(settings, bills))
    await admin.deleteTopicRecords({
      topic: topicName(settings, bills),
      partitions: [{ partition: 2, offset: '10' }],
    })
    await admin.disconnect()
    const store = new Store()
    store.positions.set(`${bills}:2`, 5n)
    const reader = createReader(settings, store, { kafka })
    await reader.start()
    await expect(reader.next({ max_events: 1, flush_ms: 0 })).rejects.toMatchObject({
      code: 'retention_gap',
      message: expect.stringMatching(/legislog.bills.v1:2 begins at 10.*is 5/),
    })
    expect(reader.health()).toMatchObject({ state: 'halted', error: expect.stringMatching(/begins at 10/) })
  })

  it('halts the reader with log_epoch where the log ends before a position', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    store.positions.set(`${bills}:2`, 500n)
    const reader = createReader(settings, store)
    await reader.start()
    await expect(reader.next({ max_events: 1, flush_ms: 0 })).rejects.toMatchObject({ code: 'log_epoch' })
  })
})

describe('two members', () => {
  const partitionsOf = (places: readonly Place[], topic: TopicName) =>
    places
      .filter((place) => place.topic === topic)
      .map(({ partition }) => partition)
      .sort()

  it('share co-partitioned topics, and lose and repeat nothing when one joins and leaves', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    const [one, two] = [createReader(settings, store), createReader(settings, store)]
    await one.start()
    void drain(one, store)
    await publishRaw(settings, messages(0, 500))
    await two.start()
    void drain(two, store)
    await publishRaw(settings, messages(500, 1_000, { topic: votes }))
    await eventually(() => one.assigned().length === 4 && two.assigned().length === 4, { timeout_ms: 20_000 })
    expect(partitionsOf(one.assigned(), bills)).toEqual(partitionsOf(one.assigned(), votes))
    expect(partitionsOf(two.assigned(), bills)).toEqual(partitionsOf(two.assigned(), votes))
    expect([...partitionsOf(one.assigned(), bills), ...partitionsOf(two.assigned(), bills)].sort()).toEqual([
      0, 1, 2, 3,
    ])

    await publishRaw(settings, messages(1_000, 1_200))
    await two.stop()
    await publishRaw(settings, messages(1_200, 1_300))
    await store.hasReadOnce(settings, [bills, votes])
    expect(one.assigned()).toHaveLength(8)
  })
})

describe('a member that is killed', () => {
  it('loses its partitions to the others within 15 s', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    void drain(reader, store)
    const child = spawn(process.execPath, [join(projectFolder, 'test', 'support', 'reader-process.ts')], {
      env: {
        ...process.env,
        KAFKA_BROKERS: settings.kafka_brokers.join(','),
        TOPIC_PREFIX: settings.topic_prefix,
        TOPIC_PARTITIONS: String(settings.topic_partitions),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await eventually(() => reader.assigned().length === 4, { timeout_ms: 20_000 })
    child.kill('SIGKILL')
    const killed_at = Date.now()
    await publishRaw(settings, messages(0, 100))
    await eventually(() => reader.assigned().length === 8, { timeout_ms: 20_000 })
    await store.hasReadOnce(settings, [bills])
    expect(Date.now() - killed_at).toBeLessThan(15_000)
  }, 60_000)
})

describe('a consumer that kafkajs gave up', () => {
  it('is built anew and reads on', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    const kafka = createKafka(settings, 'legislog-test')
    const make = kafka.consumer
    let isBroken = true
    // A TypeError within a batch is what kafkajs never recovers from: its own bug throws one here, once.
    vi.spyOn(kafka, 'consumer').mockImplementation((config) => {
      const consumer = make.call(kafka, config)
      const run = consumer.run
      consumer.run = (options) =>
        run({
          ...options,
          eachBatch: async (payload) => {
            if (isBroken) {
              isBroken = false
              throw new TypeError('cannot read properties of undefined')
            }
            await options?.eachBatch?.(payload)
          },
        })
      return consumer
    })
    const reader = createReader(settings, store, { kafka })
    await reader.start()
    void drain(reader, store)
    await publishRaw(settings, messages(0, 100))
    await store.hasReadOnce(settings, [bills])
    expect(reader.health().crashes).toBe(1)
  })
})
