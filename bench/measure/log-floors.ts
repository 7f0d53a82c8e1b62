import type { Kafka, KafkaMessage } from 'kafkajs'
import { topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topicConfig, topics } from '../../schemas/log/topics.ts'

export type Message = { readonly key: Buffer | null; readonly value: Buffer; readonly partition: number }

const FLOOR_TOPIC = 'floor'
const SAMPLE_BYTES = 96 * 1024 * 1024
const PARTITIONS = 24
/** Bytes of one partition in one request. */
const PARTITION_BYTES = 512 * 1024

/** Reads all our topics with plain kafkajs and only calls `take`. Gives the count. */
export async function consumeAll(
  kafka: Kafka,
  settings: Settings,
  take: (message: KafkaMessage, partition: number, topic: string) => void,
): Promise<number> {
  const names = topics.map(({ name }) => topicName(settings, name))
  const admin = kafka.admin()
  await admin.connect()
  const ends = new Map<string, bigint>()
  for (const topic of names) {
    for (const { partition, high } of await admin.fetchTopicOffsets(topic)) {
      if (BigInt(high) > 0n) ends.set(`${topic}:${partition}`, BigInt(high))
    }
  }
  await admin.disconnect()
  const finished = Promise.withResolvers<void>()
  const consumer = kafka.consumer({
    groupId: `${settings.topic_prefix}floor-${performance.now()}`,
    // A broker that has just started loads its coordinator for longer than kafkajs usually waits.
    retry: { retries: 20 },
  })
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) finished.reject(payload.error)
  })
  await consumer.connect()
  await consumer.subscribe({ topics: names, fromBeginning: true })
  let count = 0
  await consumer.run({
    autoCommit: false,
    async eachBatch({ batch }) {
      for (const message of batch.messages) take(message, batch.partition, batch.topic)
      count += batch.messages.length
      const place = `${batch.topic}:${batch.partition}`
      if (BigInt(batch.lastOffset()) + 1n >= (ends.get(place) ?? 0n)) ends.delete(place)
      if (ends.size === 0) finished.resolve()
    },
  })
  await finished.promise
  await consumer.disconnect()
  return count
}

/** Reads as many messages of our topics as may be kept in memory. */
export async function takeSample(kafka: Kafka, settings: Settings): Promise<Message[]> {
  const sample: Message[] = []
  let room = SAMPLE_BYTES
  await consumeAll(kafka, settings, ({ key, value }, partition) => {
    if (value === null || room < value.length) return
    room -= value.length
    // A copy, since the buffers of kafkajs share the memory of a whole fetch.
    sample.push({
      key: key && Buffer.from(key),
      value: Buffer.from(value),
      partition: partition % PARTITIONS,
    })
  })
  return sample
}

/** Produces the messages without headers into a topic of the same settings, in requests as large as the relay's. */
export async function produceAll(
  kafka: Kafka,
  settings: Settings,
  messages: readonly Message[],
): Promise<void> {
  const producer = kafka.producer({ allowAutoTopicCreation: false })
  await producer.connect()
  try {
    for (const request of requestsOf(messages)) {
      await producer.send({ topic: settings.topic_prefix + FLOOR_TOPIC, acks: -1, messages: request })
    }
  } finally {
    await producer.disconnect()
  }
}

function requestsOf(messages: readonly Message[]): Message[][] {
  const requests: Message[][] = []
  for (const some of Map.groupBy(messages, ({ partition }) => partition).values()) {
    let number = 0
    let bytes = 0
    for (const message of some) {
      bytes += message.value.length
      if (bytes > PARTITION_BYTES) {
        number++
        bytes = message.value.length
      }
      requests[number] ??= []
      requests[number]!.push(message)
    }
  }
  return requests
}

export async function createFloorTopic(kafka: Kafka, settings: Settings): Promise<void> {
  const admin = kafka.admin()
  await admin.connect()
  const configEntries = Object.entries(topicConfig).map(([name, value]) => ({ name, value }))
  await admin.createTopics({
    waitForLeaders: true,
    topics: [{ topic: settings.topic_prefix + FLOOR_TOPIC, numPartitions: PARTITIONS, configEntries }],
  })
  await admin.disconnect()
}

/** Deletes all topics of this benchmark. No producer uses them now. */
export async function deleteTopics(kafka: Kafka, settings: Settings): Promise<void> {
  const admin = kafka.admin()
  await admin.connect()
  const own = (await admin.listTopics()).filter((topic) => topic.startsWith(settings.topic_prefix))
  if (own.length > 0) await admin.deleteTopics({ topics: own })
  await admin.disconnect()
}
