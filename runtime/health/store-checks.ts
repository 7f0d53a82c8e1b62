import type { Redis } from 'ioredis'
import { topics } from '../../schemas/log/topics.ts'
import { createKafka, topicName } from '../kafka/client/kafka-client.ts'
import { createLog } from '../log.ts'
import { createDatabase, type Database } from '../postgres/postgres.ts'
import { kafkaBrokers } from '../settings/addresses.ts'
import type { Settings } from '../settings/settings.ts'
import type { Check } from './readiness.ts'

/** Opens connections for health alone: load on the others must not look like a failure, and none waits longer than a check. */
export function createHealthDatabase(settings: Settings, service: string, url?: string): Database {
  const { health_timeout_ms } = settings
  return createDatabase(
    { ...settings, database_pool: 2, database_statement_timeout_ms: health_timeout_ms },
    {
      ...(url === undefined ? {} : { url }),
      application_name: `legislog ${service} health`,
      patience_ms: health_timeout_ms,
    },
  )
}

/** Queries one of our tables: an empty Postgres answers, but is of no use. */
export function postgresCheck(database: Database): () => Promise<string | undefined> {
  return async () => {
    const { rows } = await database.query<{ is_set_up: boolean }>(
      "SELECT to_regclass('control.read_schema') IS NOT NULL AS is_set_up",
    )
    return rows[0]?.is_set_up === true ? undefined : 'the database is not set up: legislog setup'
  }
}

export function redisCheck(redis: Redis): Check {
  return async () => {
    await redis.ping()
    return undefined
  }
}

export type KafkaCheck = { check(): Promise<string | undefined>; close(): Promise<void> }

/**
 * Requests our topics from a broker each time, over its own connection. After a failure it connects again,
 * since what kafkajs remembers of a lost broker proves nothing.
 */
export function createKafkaCheck(settings: Settings, clientId: string): KafkaCheck {
  const { health_timeout_ms } = settings
  // The result of the check names the failure.
  const log = createLog('kafka health', 'silent')
  const names = topics.map(({ name }) => topicName(settings, name))
  type Admin = ReturnType<ReturnType<typeof createKafka>['admin']>
  let connected: Admin | undefined
  let asking: Admin | undefined

  async function ask(): Promise<string | undefined> {
    // The last check has not ended: its connection is frozen.
    if (asking !== undefined) giveUp(asking)
    const admin =
      connected ?? createKafka(settings, clientId, log, { patience_ms: health_timeout_ms }).admin()
    asking = admin
    try {
      if (admin !== connected) await admin.connect()
      const { topics: found } = await admin.fetchTopicMetadata({ topics: names })
      if (asking === admin) {
        connected = admin
        asking = undefined
      }
      const headless = found.flatMap(({ name, partitions }) =>
        partitions.filter(({ leader }) => leader < 0).map(({ partitionId }) => `${name}:${partitionId}`),
      )
      return headless.length === 0 ? undefined : `no broker leads ${headless.join(', ')}`
    } catch (error) {
      giveUp(admin)
      return describeKafkaError(settings, error)
    }
  }

  function giveUp(admin: Admin): void {
    if (connected === admin) connected = undefined
    if (asking === admin) asking = undefined
    // It is given up because it does not answer.
    admin.disconnect().catch(() => {})
  }

  return {
    check: ask,
    async close() {
      const admin = connected
      connected = undefined
      // The process ends, and with it the connection.
      await admin?.disconnect().catch(() => {})
    },
  }
}

function describeKafkaError(settings: Settings, error: unknown): string {
  const { message = String(error), type } = (error ?? {}) as { message?: string; type?: string }
  const brokers = kafkaBrokers(settings).join(', ')
  if (type === 'UNKNOWN_TOPIC_OR_PARTITION') return `Kafka at ${brokers} lacks topics of ours: is it empty?`
  return `Kafka at ${brokers} does not answer: ${message}`
}
