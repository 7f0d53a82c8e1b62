import { Consumer } from '@platformatic/kafka'
import type { Kafka } from 'kafkajs'
import { topicFrom, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { recordOf } from '../../runtime/kafka/log-reader/batch-handler.ts'
import { type LogSource, recordsOf, walkRecords } from '../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { kafkaBrokers } from '../../runtime/settings/addresses.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'
import { consumeAll } from '../measure/log-floors.ts'

/** Reads everything in our topics once and passes on each record, or only its position. Gives the count. */
export type ReadAll = (take: ((record: LogRecord) => void) | undefined) => Promise<number>

/** Without `take`, no object is made for a record. */
export function readByOwnSource(source: LogSource): ReadAll {
  return async (take) => {
    let count = 0
    for (const { name: topic } of topics) {
      for (const { partition, low, high } of await source.ranges(topic)) {
        const place = { topic, partition }
        for await (const batch of source.batches(place, low, high)) {
          if (take === undefined) {
            walkRecords(batch, () => {
              count++
            })
          } else {
            const records = recordsOf(place, batch)
            for (const record of records) take(record)
            count += records.length
          }
        }
      }
    }
    return count
  }
}

export function readByKafkajs(kafka: Kafka, settings: Settings): ReadAll {
  return (take) =>
    consumeAll(kafka, settings, (message, partition, name) => {
      if (take === undefined) return
      const topic = topicFrom(settings, name)
      if (topic !== undefined) take(recordOf({ topic, partition }, message))
    })
}

/** Its stream of messages, with keys, values and headers as bytes, fetching as much at once as the others. */
export function readByPlatformatic(settings: Settings, expected: number): ReadAll {
  return async (take) => {
    const consumer = new Consumer<Buffer, Buffer, Buffer, Buffer>({
      groupId: `${settings.topic_prefix}platformatic-${performance.now()}`,
      clientId: 'bench',
      bootstrapBrokers: [...kafkaBrokers(settings)],
      maxBytes: 10 * 1024 * 1024,
      maxBytesPerPartition: 1024 * 1024,
      highWaterMark: 20_000,
      autocommit: false,
    })
    let count = 0
    const stream = await consumer.consume({
      topics: topics.map(({ name }) => topicName(settings, name)),
      mode: 'earliest',
    })
    for await (const message of stream) {
      count++
      if (take !== undefined) {
        const headers: LogRecord['headers'] = {}
        for (const [name, value] of message.headers) headers[name.toString('latin1')] = value
        take({
          topic: topicFrom(settings, message.topic)!,
          partition: message.partition,
          offset: message.offset,
          key: message.key.toString(),
          value: message.value,
          headers,
          appended_at: Number(message.timestamp),
        })
      }
      if (count >= expected) break
    }
    await consumer.close(true)
    return count
  }
}
