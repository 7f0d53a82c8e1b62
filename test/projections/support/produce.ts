import { createKafka, topicName } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'

/** Publishes messages as the relay does, and moves the partition clocks. */
export async function produce(
  settings: Settings,
  database: Database,
  records: readonly LogRecord[],
): Promise<void> {
  const producer = createKafka(settings, 'legislog-test').producer()
  await producer.connect()
  try {
    for (const [topic, messages] of Map.groupBy(records, (record) => record.topic)) {
      await producer.send({
        topic: topicName(settings, topic),
        acks: -1,
        messages: messages.map(({ key, partition, headers, value }) => ({
          key,
          partition,
          value,
          headers: headers as Record<string, string>,
        })),
      })
    }
  } finally {
    await producer.disconnect()
  }
  const last = new Map(records.map((record) => [`${record.topic}:${record.partition}`, record]))
  for (const { topic, partition, offset, headers } of last.values()) {
    await database.query(
      `INSERT INTO control.partition_clock (topic, partition, at, end_offset) VALUES ($1, $2, $3, $4)
       ON CONFLICT (topic, partition) DO UPDATE SET at = excluded.at, end_offset = excluded.end_offset`,
      [topic, partition, headers.ce_recordedtime, String(offset + 1n)],
    )
  }
}
