import { setTimeout as delay } from 'node:timers/promises'
import type { Consumer, EachBatchHandler, Kafka } from 'kafkajs'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { backoff_ms } from '../../backoff.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import { Signal } from '../../signal.ts'
import { topicFrom, topicName } from '../client/kafka-client.ts'
import type { TopicPartition } from '../client/log-position.ts'
import { coPartitionedAssigner } from './co-partitioned-assigner.ts'

const RECONNECT_PAUSE = { first_ms: 400, longest_ms: 10_000 } as const

/** One membership in a consumer group. It survives crashes of kafkajs and outages of Kafka. */
export type GroupMember = {
  /** Resolves when the group was joined or the membership was stopped. */
  start(): Promise<void>
  /** Leaves the group; if it is joining, it leaves after that. Waits a limited time for both. */
  stop(): Promise<void>
  seek(place: TopicPartition, next: bigint): void
  commit(offsets: readonly (TopicPartition & { next: bigint })[]): Promise<void>
  crashes(): number
  /** Number of times that it joined the group. */
  joins(): number
  /** ms since 1970 of the broker's last answer. */
  heardAt(): number
}

/**
 * A dead process loses its partitions after this time, and a rebalancing group waits until then. It is as
 * short as brokers allow (`group.min.session.timeout.ms`), so that work resumes within ten seconds of a kill.
 */
const SESSION_TIMEOUT_MS = 6_000
const HEARTBEAT_MS = 1_500
/** Time for live members to finish their batch before they join again. */
const REBALANCE_TIMEOUT_MS = 30_000
const FETCH_WAIT_MS = 500
const REBUILD_AFTER_MS = 500
/**
 * Time that `stop` waits for a join and for the leave to reach brokers: kafkajs retries for minutes if they
 * are gone.
 */
const LEAVE_PATIENCE_MS = 10_000

export function createGroupMember(options: {
  settings: Settings
  kafka: Kafka
  group: string
  topics: readonly TopicName[]
  eachBatch: EachBatchHandler
  /** Called before the first fetch of what was assigned. */
  onJoin: (places: TopicPartition[]) => void
  onLose: () => void
  log: Log
}): GroupMember {
  const { settings, kafka, topics, eachBatch, onJoin, onLose, log } = options
  const stopping = new Signal()
  let consumer: Consumer | undefined
  let joining: Promise<void> = Promise.resolve()
  let isRunning = false
  let crashes = 0
  let joins = 0
  let heard_at = 0

  async function connect(): Promise<void> {
    const member = createConsumer(kafka, settings.topic_prefix + options.group)
    consumer = member
    listen(member)
    const steps = [
      () => member.connect(),
      () =>
        member.subscribe({ topics: topics.map((topic) => topicName(settings, topic)), fromBeginning: true }),
      () => member.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch }),
    ]
    for (const step of steps) {
      await step()
      // kafkajs forgets a consumer that is stopped while it joins, and the consumer would read forever.
      if (!isRunning) return leave(member)
    }
  }

  async function leave(member: Consumer | undefined): Promise<void> {
    await member?.disconnect().catch((error) => log.debug({ err: error }, 'the consumer did not leave'))
  }

  function listen(member: Consumer): void {
    const isCurrent = () => consumer === member && isRunning
    member.on(member.events.FETCH, () => {
      heard_at = Date.now()
    })
    member.on(member.events.REBALANCING, () => {
      if (isCurrent()) onLose()
    })
    member.on(member.events.GROUP_JOIN, ({ payload }) => {
      if (!isCurrent()) return
      joins++
      onJoin(assignedPartitions(settings, payload.memberAssignment))
    })
    member.on(member.events.CRASH, ({ payload }) => {
      if (!isCurrent()) return
      crashes++
      onLose()
      log.error({ err: payload.error, restart: payload.restart }, 'the Kafka consumer crashed')
      if (!payload.restart) joining = rebuild()
    })
  }

  /** kafkajs does not recover from every crash, so a new consumer is made. */
  async function rebuild(): Promise<void> {
    await leave(consumer)
    await stopping.wait(REBUILD_AFTER_MS)
    await connectUntilRunning()
  }

  async function connectUntilRunning(): Promise<void> {
    for (let attempt = 1; isRunning; attempt++) {
      try {
        return await connect()
      } catch (error) {
        log.warn({ err: error, attempt }, 'the log cannot be read yet')
        await leave(consumer)
        if (isRunning) await stopping.wait(backoff_ms(RECONNECT_PAUSE, attempt))
      }
    }
  }

  return {
    async start() {
      isRunning = true
      joining = connectUntilRunning()
      await joining
    },
    async stop() {
      isRunning = false
      stopping.notify()
      const left = joining.then(() => leave(consumer))
      await Promise.race([left, delay(LEAVE_PATIENCE_MS, undefined, { ref: false })])
    },
    seek({ topic, partition }, next) {
      consumer?.seek({ topic: topicName(settings, topic), partition, offset: String(next) })
    },
    async commit(offsets) {
      await consumer?.commitOffsets(
        offsets.map(({ topic, partition, next }) => ({
          topic: topicName(settings, topic),
          partition,
          offset: String(next),
        })),
      )
    },
    crashes: () => crashes,
    joins: () => joins,
    heardAt: () => heard_at,
  }
}

function createConsumer(kafka: Kafka, groupId: string): Consumer {
  return kafka.consumer({
    groupId,
    partitionAssigners: [coPartitionedAssigner],
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
  })
}

function assignedPartitions(
  settings: Settings,
  assignment: Readonly<Record<string, number[]>>,
): TopicPartition[] {
  return Object.entries(assignment).flatMap(([name, partitions]) => {
    const topic = topicFrom(settings, name)
    return topic === undefined ? [] : partitions.map((partition) => ({ topic, partition }))
  })
}
