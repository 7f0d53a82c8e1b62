import { createKafka, topicName } from '../../runtime/kafka.ts'
import type { LogRecord } from '../../runtime/log-record.ts'
import type { Settings } from '../../runtime/settings.ts'
import type { TopicName } from '../../schemas/topics.ts'

let reads = 0

/** All that a topic holds now, ordered by partition and offset. */
export async function readTopic(settings: Settings, topic: TopicName): Promise<LogRecord[]> {
  const kafka = createKafka(settings, 'legislog-test')
  const ends = await topicEnds(settings, topic)
  const missing = new Map(ends.filter(({ end }) => end > 0n).map(({ partition, end }) => [partition, end]))
  const records: LogRecord[] = []
  if (missing.size === 0) return records
  const consumer = kafka.consumer({ groupId: `${settings.topic_prefix}read-${process.pid}-${reads++}` })
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [topicName(settings, topic)], fromBeginning: true })
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
      consumer
        .run({
          eachMessage: async ({ partition, message }) => {
            const { key, value, headers = {}, offset, timestamp } = message
            records.push({
              topic,
              partition,
              offset: BigInt(offset),
              key: String(key ?? ''),
              value,
              headers: headers as LogRecord['headers'],
              appended_at: Number(timestamp),
            })
            if (BigInt(offset) + 1n >= (missing.get(partition) ?? 0n)) missing.delete(partition)
            if (missing.size === 0) resolve()
          },
        })
        .catch(reject)
    })
  } finally {
    await consumer.disconnect()
  }
  return records.sort((a, b) => a.partition - b.partition || Number(a.offset - b.offset))
}

export async function topicEnds(
  settings: Settings,
  topic: TopicName,
): Promise<{ partition: number; end: bigint }[]> {
  const admin = createKafka(settings, 'legislog-test').admin()
  await admin.connect()
  try {
    const offsets = await admin.fetchTopicOffsets(topicName(settings, topic))
    return offsets.map(({ partition, high }) => ({ partition, end: BigInt(high) }))
  } finally {
    await admin.disconnect()
  }
}

export function headerOf(record: LogRecord, name: string): string {
  return String(record.headers[name] ?? '')
}
