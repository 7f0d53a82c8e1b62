import { setTimeout as sleep } from 'node:timers/promises'
import kafkajs, { Kafka, logLevel } from 'kafkajs'
import { LegislogError } from '../../../schemas/errors.ts'
import { type TopicName, topicByName, topicConfig, topics } from '../../../schemas/log/topics.ts'
import { createLog, type Log } from '../../log.ts'
import { kafkaBrokers } from '../../settings/addresses.ts'
import type { Settings } from '../../settings/settings.ts'
import { kafkaAccess } from './kafka-access.ts'
import { guardKafkajs, kafkajsLogTo } from './kafkajs-guards.ts'
import { murmur2 } from './murmur2.ts'

/** A client that is not connected. Callers do not know which library it is. */
export type { Kafka } from 'kafkajs'

/**
 * Connects when its first producer, consumer or admin does. With `patience_ms` there are no retries, and nothing waits
 * longer. Throws `setting_invalid`.
 */
export function createKafka(
  settings: Settings,
  clientId: string,
  log: Log = createLog('kafka', settings.log_level),
  options: { readonly patience_ms?: number } = {},
): Kafka {
  guardKafkajs()
  const { patience_ms } = options
  return new Kafka({
    clientId: clientId,
    brokers: [...kafkaBrokers(settings)],
    ...kafkaAccess(settings),
    connectionTimeout: patience_ms ?? 10_000,
    requestTimeout: patience_ms ?? 30_000,
    retry:
      patience_ms === undefined
        ? { initialRetryTime: 200, maxRetryTime: 5_000, retries: 8 }
        : { initialRetryTime: 50, maxRetryTime: 50, retries: 0 },
    logLevel: kafkajsLevel(log),
    logCreator: kafkajsLogTo(log),
  })
}

/** At DEBUG, kafkajs builds an entry for each request, so that level is used only if our log shows it. */
function kafkajsLevel(log: Log): logLevel {
  if (log.isLevelEnabled('trace')) return logLevel.DEBUG
  return log.isLevelEnabled('debug') ? logLevel.INFO : logLevel.ERROR
}

export function topicName(settings: Settings, name: TopicName): string {
  return settings.topic_prefix + name
}

/** Our name of a topic of the broker. */
export function topicFrom(settings: Settings, name: string): TopicName | undefined {
  if (!name.startsWith(settings.topic_prefix)) return undefined
  return topicByName(name.slice(settings.topic_prefix.length))?.name
}

export function partitionCount(settings: Settings, name: TopicName): number {
  return settings.topic_partitions > 0 ? settings.topic_partitions : topicByName(name)!.partitions
}

/** The partition of a key, as the default partitioner of every Kafka client computes it. */
export function partitionOf(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions
}

/** Creates missing topics and compares the others with the design. Throws `topic_mismatch`. */
export async function ensureTopics(kafka: Kafka, settings: Settings): Promise<void> {
  const admin = kafka.admin()
  await admin.connect().catch((cause) => {
    const brokers = kafkaBrokers(settings).join(', ')
    throw new LegislogError('service_failed', `Kafka at ${brokers} does not answer`, { cause })
  })
  try {
    const existing = new Set(await admin.listTopics())
    const missing = topics.filter((topic) => !existing.has(topicName(settings, topic.name)))
    if (missing.length > 0) {
      await admin.createTopics({
        // The wait of kafkajs fails if the broker does not know the new topics yet. Ours is below.
        waitForLeaders: false,
        topics: missing.map(({ name }) => ({
          topic: topicName(settings, name),
          numPartitions: partitionCount(settings, name),
          replicationFactor: settings.topic_replication,
          configEntries: configEntries(settings),
        })),
      })
    }
    await onceKnown(async () => {
      await compareTopics(admin, settings)
      for (const { name } of missing) await admin.fetchTopicOffsets(topicName(settings, name))
    })
  } finally {
    await admin.disconnect()
  }
}

const KNOWN_WITHIN_MS = 30_000
const notKnownYet = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
])

/**
 * A new topic is unknown to the broker for a moment. Then it has no leader, then one that does not serve it
 * yet. Messages that are sent meanwhile are written twice, by the retries of kafkajs.
 */
async function onceKnown(compare: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + KNOWN_WITHIN_MS; ; ) {
    try {
      return await compare()
    } catch (error) {
      if (!notKnownYet.has(protocolErrorType(error)) || Date.now() >= until) throw error
      await sleep(50)
    }
  }
}

/** kafkajs wraps the error of a retried request. */
function protocolErrorType(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'type' in error && typeof error.type === 'string' ? error.type : protocolErrorType(error.cause)
}

function configEntries(settings: Settings): { name: string; value: string }[] {
  const copies = settings.topic_replication > 2 ? { 'min.insync.replicas': '2' } : {}
  return Object.entries({ ...topicConfig, ...copies }).map(([name, value]) => ({ name, value }))
}

async function compareTopics(admin: ReturnType<Kafka['admin']>, settings: Settings): Promise<void> {
  const names = topics.map((topic) => topicName(settings, topic.name))
  const metadata = await admin.fetchTopicMetadata({ topics: names })
  for (const { name, partitions } of metadata.topics) {
    const wanted = partitionCount(settings, topicFrom(settings, name)!)
    if (partitions.length !== wanted) {
      throw new LegislogError(
        'topic_mismatch',
        `topic ${name} has ${partitions.length} partitions, not ${wanted}: partitions are never added to a topic`,
      )
    }
  }
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  })
  for (const { resourceName, configEntries: entries } of resources) {
    for (const [name, wanted] of Object.entries(topicConfig)) {
      const value = entries.find((entry) => entry.configName === name)?.configValue
      if (value !== wanted) {
        throw new LegislogError('topic_mismatch', `topic ${resourceName} has ${name}=${value}, not ${wanted}`)
      }
    }
  }
}
