import { randomUUID } from 'node:crypto'
import { type Assigner, AssignerProtocol, type Kafka, type PartitionAssigner } from 'kafkajs'
import { LegislogError } from '../schemas/errors.ts'
import type { TopicName } from '../schemas/topics.ts'
import { topicFrom, topicName } from './kafka.ts'
import { recordOf } from './log-reader/batch-handler.ts'
import type { LogRecord } from './log-record.ts'
import type { Settings } from './settings.ts'

/**
 * Reads one partition number of some topics from the start of the log up to, not including, an offset each, and gives
 * the records of a topic in order. For looking back: it belongs to no group that lasts and moves nothing. Throws
 * `retention_gap` or `log_epoch` where the log does not hold all of it.
 */
export async function readPartition(
  options: {
    readonly settings: Settings
    readonly kafka: Kafka
    readonly partition: number
    readonly until: ReadonlyMap<TopicName, bigint>
  },
  onRecords: (records: readonly LogRecord[]) => Promise<void>,
): Promise<void> {
  const { settings, kafka, partition } = options
  const left = new Map([...options.until].filter(([, until]) => until > 0n))
  if (left.size === 0) return
  await requireRange(kafka, settings, partition, left)
  const consumer = kafka.consumer({
    groupId: `${settings.topic_prefix}legislog-read-${randomUUID()}`,
    partitionAssigners: [onePartition(partition)],
    allowAutoTopicCreation: false,
  })
  const finished = Promise.withResolvers<void>()
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) finished.reject(payload.error)
  })
  try {
    await consumer.connect()
    await consumer.subscribe({
      topics: [...left.keys()].map((topic) => topicName(settings, topic)),
      fromBeginning: true,
    })
    await consumer.run({
      autoCommit: false,
      async eachBatch({ batch, heartbeat, resolveOffset }) {
        const topic = topicFrom(settings, batch.topic)
        const until = topic && left.get(topic)
        if (topic === undefined || until === undefined) return
        try {
          const records = batch.messages
            .map((message) => recordOf({ topic, partition: batch.partition }, message))
            .filter(({ offset }) => offset < until)
          if (records.length > 0) await onRecords(records)
          if (BigInt(batch.lastOffset()) + 1n >= until) left.delete(topic)
          if (left.size === 0) finished.resolve()
        } catch (error) {
          // kafkajs must not see it: it would try again or end the consumer without a word.
          left.clear()
          finished.reject(error)
        }
        resolveOffset(batch.lastOffset())
        await heartbeat()
      },
    })
    await finished.promise
  } finally {
    await consumer.disconnect()
  }
}

async function requireRange(
  kafka: Kafka,
  settings: Settings,
  partition: number,
  wanted: ReadonlyMap<TopicName, bigint>,
): Promise<void> {
  const admin = kafka.admin()
  await admin.connect()
  try {
    for (const [topic, until] of wanted) {
      const offsets = await admin.fetchTopicOffsets(topicName(settings, topic))
      const range = offsets.find((one) => one.partition === partition)
      const low = BigInt(range?.low ?? 0)
      const high = BigInt(range?.high ?? 0)
      if (low > 0n) {
        throw new LegislogError('retention_gap', `${topic}:${partition} begins at ${low}, not at 0`)
      }
      if (high < until) {
        throw new LegislogError('log_epoch', `${topic}:${partition} ends at ${high}, before ${until}`)
      }
    }
  } finally {
    await admin.disconnect()
  }
}

/** The only member of its group takes one partition of each topic and leaves the others alone. */
function onePartition(partition: number): PartitionAssigner {
  const version = 0
  const userData = Buffer.alloc(0)
  const name = `legislog-partition-${partition}`
  return (): Assigner => ({
    name,
    version,
    async assign({ members, topics }) {
      const assignment = Object.fromEntries(topics.map((topic) => [topic, [partition]]))
      return members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({ version, assignment, userData }),
      }))
    },
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData }),
    }),
  })
}
