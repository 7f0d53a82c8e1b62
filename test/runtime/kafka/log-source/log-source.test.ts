import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../../../runtime/kafka/client/kafka-client.ts'
import { recordsOf, walkRecords } from '../../../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../../../runtime/kafka/records/log-record.ts'
import { bills, createReader, messages, numbers, Store } from '../../../support/log/log-readers.ts'
import { openLogSource, readAll } from '../../../support/log/log-sources.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

describe('a log source', () => {
  it('knows the beginning and the end of each partition', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 7, { partition: 2 }))
    const source = openLogSource(settings)
    expect(await source.ranges(bills)).toEqual(
      [0n, 0n, 7n, 0n].map((high, partition) => ({ partition, low: 0n, high })),
    )
  })

  it('knows the same of several topics at once, and of none', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 3, { partition: 1 }))
    const source = openLogSource(settings)
    const votes = 'legislog.votes.v1'
    expect(await source.allRanges([votes, bills])).toEqual(
      new Map([
        [votes, await source.ranges(votes)],
        [bills, await source.ranges(bills)],
      ]),
    )
    expect(await source.allRanges([])).toEqual(new Map())
  })

  it('reads any range of a partition, in whole batches', async () => {
    const settings = await createTestTopics()
    for (let from = 0; from < 50; from += 10) {
      await publishRaw(settings, messages(from, from + 10, { partition: 1 }))
    }
    const source = openLogSource(settings)
    for (const [from, until] of [
      [0, 50],
      [13, 37],
      [20, 30],
      [29, 30],
      [49, 50],
    ] as const) {
      const records = await readAll(source, bills, 1, BigInt(from), BigInt(until))
      expect(records.map(({ value }) => String(value))).toEqual(numbers(from, until))
      expect(records.map(({ offset }) => Number(offset))).toEqual(numbers(from, until).map(Number))
    }
    const touched = []
    for await (const { base_offset, count } of source.batches({ topic: bills, partition: 1 }, 13n, 37n)) {
      touched.push([base_offset, count])
    }
    expect(touched).toEqual([
      [10n, 10],
      [20n, 10],
      [30n, 10],
    ])
    expect(await readAll(source, bills, 1, 50n, 50n)).toEqual([])
    expect(await readAll(source, bills, 0, 0n, 0n)).toEqual([])
  })

  it('reads several answers if one is not enough, and a batch that is larger than one answer', async () => {
    const settings = await createTestTopics()
    const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
    const values = Array.from({ length: 160 }, random)
    const large = Buffer.concat(Array.from({ length: 74 }, random))
    for (let at = 0; at < values.length; at += 40) {
      const some = values.slice(at, at + 40).map((value) => ({ key: 'k', value, partition: 3 }))
      await publishRaw(settings, some)
    }
    await publishRaw(settings, [{ key: 'k', value: large, partition: 3 }])
    const records = await readAll(openLogSource(settings), bills, 3, 0n, 161n)
    expect(records.map(({ value }, index) => value!.equals(values[index] ?? large))).toEqual(
      Array.from({ length: 161 }, () => true),
    )
  })

  it('reads the same as a log reader, for any content of a message', async () => {
    const settings = await createTestTopics()
    const kafka = createKafka(settings, 'legislog-test')
    const producer = kafka.producer()
    await producer.connect()
    const odd = [null, '', 'a', 'é', '\0', 'x'.repeat(200), '🏛'.repeat(70), Buffer.from([255, 254])]
    const names = ['ce_id', '', 'ñ', '__proto__', 'constructor', 'n'.repeat(130)]
    await producer.send({
      topic: topicName(settings, bills),
      messages: odd.flatMap((key, row) =>
        odd.map((value, column) => ({
          partition: 0,
          key,
          value,
          headers: Object.fromEntries(
            names.slice(0, (row + column) % 7).map((name, index) => {
              const header = odd[(row + index) % odd.length] ?? ''
              return [name, index === 2 ? [header, 'again'] : header]
            }),
          ),
        })),
      ),
    })
    await producer.disconnect()
    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    const theirs: LogRecord[] = []
    while (theirs.length < odd.length ** 2) {
      const batch = await reader.next({ max_events: 1_000, flush_ms: 10 })
      theirs.push(...batch!.slices.flatMap(({ records }) => records))
    }
    const ours = await readAll(openLogSource(settings), bills, 0, 0n, BigInt(theirs.length))
    expect(ours).toEqual(theirs)
  })

  it('gives the places of the parts of a record without creating objects', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, [
      { key: 'é', value: 'one', partition: 0 },
      { key: 'k', value: null, partition: 0 },
    ])
    const shown: unknown[] = []
    const seen = new Set<object>()
    for await (const batch of openLogSource(settings).batches({ topic: bills, partition: 0 }, 0n, 2n)) {
      const { bytes } = batch
      expect(batch.appended_at).toBe(recordsOf({ topic: bills, partition: 0 }, batch)[0]!.appended_at)
      walkRecords(batch, (at) => {
        seen.add(at)
        const value = at.value_end < 0 ? null : bytes.toString('utf8', at.value_start, at.value_end)
        shown.push([at.offset, bytes.toString('utf8', at.key_start, at.key_end), value])
      })
    }
    expect(shown).toEqual([
      [0, 'é', 'one'],
      [1, 'k', null],
    ])
    expect(seen.size).toBe(1)
  })

  it('can be left early, and be read several times at once', async () => {
    const settings = await createTestTopics()
    for (let from = 0; from < 100; from += 10) {
      await publishRaw(settings, messages(from, from + 10, { partition: 1 }))
    }
    const source = openLogSource(settings)
    const leaveEarly = async () => {
      for await (const { count } of source.batches({ topic: bills, partition: 1 }, 0n, 100n)) return count
    }
    const all = await Promise.all([
      leaveEarly(),
      readAll(source, bills, 1, 0n, 100n),
      leaveEarly(),
      readAll(source, bills, 1, 50n, 100n),
    ])
    expect(all.map((one) => (Array.isArray(one) ? one.length : one))).toEqual([10, 100, 10, 50])
  })
})

describe('a range that the log does not have', () => {
  it('causes an error that names the cause: deleted events, another log, or no such partition or topic', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 10, { partition: 0 }))
    const admin = createKafka(settings, 'legislog-test').admin()
    await admin.connect()
    await admin.fetchTopicOffsets(topicName(settings, bills))
    await admin.deleteTopicRecords({
      topic: topicName(settings, bills),
      partitions: [{ partition: 0, offset: '4' }],
    })
    await admin.disconnect()
    const source = openLogSource(settings)
    const read = (from: bigint, until: bigint, partition = 0) =>
      readAll(source, bills, partition, from, until)
    await expect(read(3n, 10n)).rejects.toMatchObject({
      code: 'retention_gap',
      message: `${bills}:0 begins at 4; the next event to read is 3`,
    })
    await expect(read(5n, 11n)).rejects.toMatchObject({ code: 'log_epoch' })
    await expect(read(20n, 30n)).rejects.toMatchObject({ code: 'log_epoch' })
    await expect(read(0n, 1n, 9)).rejects.toMatchObject({ code: 'topic_mismatch' })
    expect(await read(4n, 10n)).toHaveLength(6)
    await expect(
      openLogSource({ ...settings, topic_prefix: 'nowhere-' }).ranges(bills),
    ).rejects.toMatchObject({ code: 'topic_mismatch' })
  })
})

describe('several threads', () => {
  it('read at the same time, each with its own log source', async () => {
    const settings = await createTestTopics()
    for (const partition of [0, 1]) await publishRaw(settings, messages(0, 40, { partition }))
    const read = async (partition: number) => {
      const worker = new Worker(new URL('../../../support/log/log-source-worker.ts', import.meta.url), {
        workerData: { settings, partition, until: 40n },
      })
      // Both may come in one tick: a listener that is added after the first event would miss the second.
      const exited = once(worker, 'exit')
      const [values] = (await once(worker, 'message')) as [string[]]
      await exited
      return values
    }
    expect(await Promise.all([read(0), read(1)])).toEqual([numbers(0, 40), numbers(0, 40)])
  })
})
