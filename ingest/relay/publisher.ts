import { type Kafka, Partitioners } from 'kafkajs'
import { topicFrom, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { messageOfBatch } from '../../runtime/kafka/client/kafkajs-batch.ts'
import { type BatchRecord, encodeBatch } from '../../runtime/kafka/records/record-batch.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { BatchSender, PackedBatch, SentBatch } from '../journal/packed-batch.ts'
import type { Chunk } from './chunks.ts'

export type Publisher = BatchSender & {
  /** Sends one round. Resolves when all in-sync replicas have it. Throws if the broker may not have all of it. */
  send(round: readonly Chunk[]): Promise<SentBatch[]>
  close(): Promise<void>
}

/**
 * It is not idempotent: in kafkajs, sequence numbers of that producer never recover from an error. Readers recognize
 * repeated rounds by the sequences of events. kafkajs itself repeats nothing, because an older broker may answer
 * after a failure, so the relay checks first.
 */
export function createPublisher(settings: Settings, kafka: Kafka): Publisher {
  const producer = kafka.producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: { retries: 0 },
  })

  async function sendPacked(batches: readonly PackedBatch[]): Promise<SentBatch[]> {
    await producer.connect()
    const results = await producer.sendBatch({
      acks: -1,
      timeout: 30_000,
      topicMessages: batches.map(({ topic, partition, batch }) => ({
        topic: topicName(settings, topic),
        messages: [messageOfBatch(partition, batch)],
      })),
    })
    return batches.map((packed) => {
      const { topic, partition, count } = packed
      const result = results.find(
        (entry) => entry.partition === partition && topicFrom(settings, entry.topicName) === topic,
      )
      if (result?.baseOffset === undefined) {
        throw new LegislogError('topic_mismatch', `the broker acked nothing for ${topic}:${partition}`)
      }
      const firstOffset = BigInt(result.baseOffset)
      const appended_ms = Number(result.logAppendTime ?? -1)
      const sent = { ...packed, first_offset: firstOffset, end_offset: firstOffset + BigInt(count) }
      return appended_ms < 0 ? sent : { ...sent, appended_ms }
    })
  }

  return {
    async send(round) {
      return sendPacked(await Promise.all(round.map(pack)))
    },
    sendPacked,
    close: () => producer.disconnect(),
  }
}

async function pack({ topic, partition, messages }: Chunk): Promise<PackedBatch> {
  const batch = await encodeBatch(messages)
  return { topic, partition, count: messages.length, last_id: idOf(messages.at(-1)!), batch }
}

function idOf({ headers }: BatchRecord): string {
  return headers.find(({ ce_id }) => ce_id !== undefined)?.ce_id ?? ''
}
