import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKafka, topicName } from '../../../../runtime/kafka/client/kafka-client.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { bills, createReader, drain, messages, numbers, Store } from '../../../support/log/log-readers.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a log reader', () => {
  it('reads everything once, in batches without gaps, and only the requested topics', async () => {
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

  it('starts at the stored positions, not at the offsets that the group has committed', async () => {
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

  it('reads again from the stored positions after a resync', async () => {
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

  it('reads again if its store has gone back, as after a failover, even if no new events come', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 30, { partition: 1 }))
    const store = new Store()
    let looks = 0
    const reader = createReader(settings, store, {
      look_ms: 50,
      async positions() {
        looks++
        return new Map(store.positions)
      },
    })
    await reader.start()
    void drain(reader, store)
    await store.hasReadOnce(settings, [bills])
    const before = looks
    await eventually(() => looks > before + 1)
    store.positions.set(`${bills}:1`, 10n)
    await eventually(() => store.places.length === 50)
    expect(store.positions.get(`${bills}:1`)).toBe(30n)
  })

  it('reads nothing while it is paused, stays a member, and then resumes', async () => {
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

  it('returns undefined after it is stopped', async () => {
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

describe('a log that does not match the positions', () => {
  it('halts the reader with retention_gap if the log begins after a position', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 30, { partition: 2 }))
    const kafka = createKafka(settings, 'legislog-test')
    const admin = kafka.admin()
    await admin.connect()
    // The call below needs this to know the topic.
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

  it('halts the reader with log_epoch if the log ends before a position', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    store.positions.set(`${bills}:2`, 500n)
    const reader = createReader(settings, store)
    await reader.start()
    await expect(reader.next({ max_events: 1, flush_ms: 0 })).rejects.toMatchObject({ code: 'log_epoch' })
  })
})

describe('a consumer that kafkajs has given up', () => {
  it('is replaced by a new one, which resumes reading', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    const kafka = createKafka(settings, 'legislog-test')
    const make = kafka.consumer
    let isBroken = true
    // kafkajs never recovers from a TypeError within a batch. A bug of kafkajs throws one here, and so does this
    // test.
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
