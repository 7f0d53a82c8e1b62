import type { TopicName } from '../../schemas/log/topics.ts'
import { type Kafka, topicName } from '../kafka/client/kafka-client.ts'
import { partitionKey } from '../kafka/client/log-position.ts'
import type { Settings } from '../settings/settings.ts'

/** The offsets that a group had read, by `topic:partition`. Topics and group are named without prefix. */
export async function groupOffsets(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly group: string
  readonly topics: readonly TopicName[]
}): Promise<Map<string, number>> {
  const { settings, kafka, group, topics } = options
  const names = new Map<string, TopicName>(topics.map((topic) => [topicName(settings, topic), topic]))
  const admin = kafka.admin()
  try {
    await admin.connect()
    const offsets = await admin.fetchOffsets({
      groupId: settings.topic_prefix + group,
      topics: [...names.keys()],
    })
    return new Map(
      offsets.flatMap(({ topic, partitions }) =>
        partitions.map(({ partition, offset }) => [
          partitionKey({ topic: names.get(topic)!, partition }),
          Number(offset),
        ]),
      ),
    )
  } finally {
    await admin.disconnect()
  }
}
