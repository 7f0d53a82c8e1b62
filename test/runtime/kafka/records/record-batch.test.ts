import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../../../runtime/kafka/client/kafka-client.ts'
import { messageOfBatch } from '../../../../runtime/kafka/client/kafkajs-batch.ts'
import { type BatchRecord, crc32c, encodeBatch } from '../../../../runtime/kafka/records/record-batch.ts'
import { readKey } from '../../../../runtime/kafka/records/record-key.ts'
import { readTopic } from '../../../support/log/read-topic.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

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

describe('an encoded batch of records', () => {
  it('is accepted by Kafka and read back unchanged, next to messages that kafkajs encodes', async () => {
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

    const read = await readTopic(settings, 'legislog.bills.v1')
    expect(read.map(({ offset }) => Number(offset))).toEqual(read.map((_, index) => index))
    for (const [index, { key, value, headers }] of records.entries()) {
      const { headers: found, ...rest } = read[index]!
      const texts = Object.entries(found).map(([name, header]) => [name, String(header)])
      expect([rest.key, Object.fromEntries(texts)]).toEqual([
        readKey(Buffer.from(key)),
        Object.assign({}, ...headers),
      ])
      expect(rest.value!.equals(value)).toBe(true)
    }
    expect(read.slice(records.length)).toMatchObject([{ key: 'k', headers: { a: 'b' } }])
  })

  it('has the same checksum as in kafkajs, at any length', () => {
    for (let length = 0; length < 40; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 89 + length * 7) & 255))
      expect(crc32c(bytes)).toBe(kafkajsCrc(bytes))
    }
  })
})
