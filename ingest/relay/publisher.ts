import { type Kafka, Partitioners } from 'kafkajs'
import { topicFrom, topicName } from '../../runtime/kafka.ts'
import { messageOfBatch } from '../../runtime/kafkajs-batch.ts'
import { encodeBatch } from '../../runtime/record-batch.ts'
import type { Settings } from '../../runtime/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Chunk } from './chunks.ts'
import type { PartitionEnd } from './claim.ts'

export type Publisher = {
  /** Sends one round; resolves when all in-sync replicas have it. Throws where the broker may not have all of it. */
  send(round: readonly Chunk[]): Promise<PartitionEnd[]>
  close(): Promise<void>
}

/**
 * Not the idempotent producer: its sequence numbers never recover from an error in kafkajs. A round that is sent again
 * is recognised by its readers, whose events carry sequences of their own.
 */
export function createPublisher(settings: Settings, kafka: Kafka): Publisher {
  const producer = kafka.producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: { initialRetryTime: 100, retries: 4 },
  })

  return {
    async send(round) {
      const batches = await Promise.all(round.map(({ messages }) => encodeBatch(messages)))
      await producer.connect()
      const results = await producer.sendBatch({
        acks: -1,
        timeout: 30_000,
        topicMessages: round.map(({ topic, partition }, index) => ({
          topic: topicName(settings, topic),
          messages: [messageOfBatch(partition, batches[index]!)],
        })),
      })
      return round.map(({ topic, partition, messages }) => {
        const result = results.find(
          (entry) => entry.partition === partition && topicFrom(settings, entry.topicName) === topic,
        )
        if (result?.baseOffset === undefined) {
          throw new LegislogError('topic_mismatch', `the broker acked nothing for ${topic}:${partition}`)
        }
        return { topic, partition, end_offset: BigInt(result.baseOffset) + BigInt(messages.length) }
      })
    },
    close: () => producer.disconnect(),
  }
}
