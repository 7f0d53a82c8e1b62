import {
  createKafka,
  partitionCount,
  partitionOf,
  topicName,
} from '../../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'

export type RawMessage = { key: string; value: string | Buffer | null; topic?: TopicName; partition?: number }

/** Writes messages as they are. */
export async function publishRaw(settings: Settings, messages: readonly RawMessage[]): Promise<void> {
  const producer = createKafka(settings, 'legislog-test').producer()
  await producer.connect()
  try {
    for (const [topic, group] of Map.groupBy(messages, (message) => message.topic ?? 'legislog.bills.v1')) {
      await producer.send({
        topic: topicName(settings, topic),
        acks: -1,
        messages: group.map(({ key, value, partition }) => ({
          key,
          value,
          partition: partition ?? partitionOf(key, partitionCount(settings, topic)),
        })),
      })
    }
  } finally {
    await producer.disconnect()
  }
}
