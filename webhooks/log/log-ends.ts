import { type Kafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

/** The topics with events that become webhooks. */
export const webhookTopics: readonly TopicName[] = ['legislog.bills.v1', 'legislog.votes.v1']

/** The ends of the log now, by `topic:partition`. Throws `service_failed` if Kafka is away. */
export type LogEnds = () => Promise<Record<string, number>>

export function createLogEnds(kafka: Kafka, settings: Settings): LogEnds {
  return async () => {
    const admin = kafka.admin({ retry: { retries: 4, initialRetryTime: 200 } })
    try {
      await admin.connect()
      const ends = await Promise.all(
        webhookTopics.map(async (topic) =>
          (await admin.fetchTopicOffsets(topicName(settings, topic))).map(
            ({ partition, high }) => [partitionKey({ topic, partition }), Number(high)] as const,
          ),
        ),
      )
      return Object.fromEntries(ends.flat())
    } catch (error) {
      throw new LegislogError('service_failed', 'could not read the end of the log from Kafka', {
        cause: error,
      })
    } finally {
      await admin.disconnect()
    }
  }
}
