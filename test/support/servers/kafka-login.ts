import { Kafka, logLevel } from 'kafkajs'
import { kafkaAccess } from '../../../runtime/kafka/client/kafka-access.ts'
import { guardKafkajs } from '../../../runtime/kafka/client/kafkajs-guards.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'

/** The topics that a login sees. Unlike a client of `createKafka` it fails at once if Kafka refuses it. */
export async function listTopicsOnce(settings: Settings): Promise<readonly string[]> {
  guardKafkajs()
  const admin = new Kafka({
    brokers: [...settings.kafka_brokers],
    ...kafkaAccess(settings),
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  }).admin()
  try {
    await admin.connect()
    return await admin.listTopics()
  } finally {
    await admin.disconnect()
  }
}
