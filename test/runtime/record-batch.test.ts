import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../runtime/kafka.ts'
import { messageOfBatch } from '../../runtime/kafkajs-batch.ts'
import { type BatchRecord, crc32c, encodeBatch } from '../../runtime/record-batch.ts'
import { eventually } from '../support/eventually.ts'
import { createTestTopics } from '../support/topics.ts'

const require = createRequire(import.meta.url)
const kafkajsCrc = require('kafkajs/src/protocol/recordBatch/crc32C') as (bytes: Buffer) => number

function createRecords(): BatchRecord[] {
  const texts = ['', 'é', 'ocd-bill/1', 'x'.repeat(63), 'x'.repeat(64), 'ñ'.repeat(5_000), '🏛'.repeat(9)]
  return texts.flatMap((text) => {
    const shared = { ce_subject: text, ce_run: 'r' }
    const values = [Buffer.from(text), Buffer.alloc(8_100, 1), Buffer.alloc(1_100_000, 7), Buffer.alloc(0)]
    return values.map((value, index) => ({
      key: text,
      value,
      headers: [{ ce_id: `${text}${index}` }, shared],
    }))
  })
}

describe('a batch of records', () => {
  it('is taken by Kafka and read back as it was, beside messages that kafkajs encodes', async () => {
    const settings = await createTestTopics()
    const kafka = createKafka(settings, 'legislog-test')
    const topic = topicName(settings, 'legislog.bills.v1')
    const records = createRecords()
    const producer = kafka.producer()
    await producer.connect()
    const batch = await encodeBatch(records)
    const sent = await producer.send({ topic, messages: [messageOfBatch(1, batch)] })
    expect(sent[0]?.baseOffset).toBe('0')
    await producer.send({
      topic,
      messages: [{ partition: 1, key: 'k', value: 'plain', headers: { a: 'b' } }],
    })
    await producer.disconnect()

    const consumer = kafka.consumer({ groupId: `${settings.topic_prefix}record-batch` })
    const read: { key: string; value: Buffer; headers: Record<string, string>; offset: string }[] = []
    await consumer.connect()
    await consumer.subscribe({ topics: [topic], fromBeginning: true })
    await consumer.run({
      async eachMessage({ message: { key, value, headers, offset } }) {
        const texts = Object.entries(headers ?? {}).map(([name, header]) => [name, String(header)])
        read.push({ key: String(key), value: value!, headers: Object.fromEntries(texts), offset })
      },
    })
    await eventually(() => read.length > records.length)
    await consumer.disconnect()
    expect(read.map(({ offset }) => offset)).toEqual(read.map((_, index) => String(index)))
    for (const [index, { key, value, headers }] of records.entries()) {
      expect(read[index]).toMatchObject({ key, headers: Object.assign({}, ...headers) })
      expect(read[index]!.value.equals(value)).toBe(true)
    }
    expect(read.at(-1)).toMatchObject({ key: 'k', headers: { a: 'b' } })
  })

  it('has the checksum of kafkajs, whatever its length', () => {
    for (let length = 0; length < 40; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 89 + length * 7) & 255))
      expect(crc32c(bytes)).toBe(kafkajsCrc(bytes))
    }
  })
})
