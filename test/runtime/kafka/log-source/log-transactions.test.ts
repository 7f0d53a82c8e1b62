import { describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../../../runtime/kafka/client/kafka-client.ts'
import { bills, createReader, Store } from '../../../support/log/log-readers.ts'
import { openLogSource, readAll } from '../../../support/log/log-sources.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

// We write no transactions, but another producer may, and their markers leave gaps in the offsets.
describe('a log of a producer with transactions', () => {
  it('is read without its aborted messages, and gaps in the offsets stop no reader', async () => {
    const settings = await createTestTopics()
    const plain = (value: string) => publishRaw(settings, [{ key: 'k', value, partition: 1 }])
    const producer = createKafka(settings, 'legislog-test').producer({
      transactionalId: `${settings.topic_prefix}producer`,
      maxInFlightRequests: 1,
    })
    await producer.connect()
    const inTransaction = async (value: string, end: 'commit' | 'abort') => {
      const transaction = await producer.transaction()
      const messages = [{ partition: 1, key: 'k', value }]
      await transaction.send({ topic: topicName(settings, bills), messages })
      // Another producer writes this message meanwhile.
      await plain(`beside ${value}`)
      await transaction[end]()
    }
    await plain('first')
    await inTransaction('committed', 'commit')
    await inTransaction('aborted', 'abort')
    await inTransaction('committed later', 'commit')
    await inTransaction('aborted last', 'abort')
    await producer.disconnect()

    const source = openLogSource(settings)
    const end = (await source.ranges(bills))[1]!.high
    expect(end).toBe(13n)
    const ours = await readAll(source, bills, 1, 0n, end)
    expect(ours.map(({ value }) => String(value))).toEqual([
      'first',
      'committed',
      'beside committed',
      'beside aborted',
      'committed later',
      'beside committed later',
      'beside aborted last',
    ])
    // This also works from the middle of a transaction.
    expect(await readAll(source, bills, 1, 5n, end)).toEqual(ours.filter(({ offset }) => offset >= 5n))

    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    const theirs = []
    while (theirs.length < ours.length) {
      const batch = await reader.next({ max_events: 100, flush_ms: 10 })
      theirs.push(...batch!.slices.flatMap(({ records }) => records))
    }
    expect(theirs).toEqual(ours)
  })
})
