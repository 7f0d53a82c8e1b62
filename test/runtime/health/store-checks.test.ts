import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/clock.ts'
import { type Check, createReadiness } from '../../../runtime/health/readiness.ts'
import {
  createHealthDatabase,
  createKafkaCheck,
  postgresCheck,
  redisCheck,
} from '../../../runtime/health/store-checks.ts'
import { createRedis } from '../../../runtime/redis.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createSilentServer } from '../../support/faults/silent-server.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { databaseUrlOf } from '../../support/harness/template-database.ts'
import { uniquePrefix } from '../../support/log/topic-names.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { createTestRedis } from '../../support/stores/redis.ts'

const TIMEOUT_MS = 1_000

let settings: Settings
let mute: string

beforeAll(async () => {
  const { settings: stored } = await createTestDatabase({
    redis_url: await createTestRedis(),
    health_timeout_ms: TIMEOUT_MS,
    log_level: 'silent',
  })
  settings = await createTestTopics(stored)
  mute = await createSilentServer()
})

function postgresOf(databaseUrl: string): Check {
  const database = createHealthDatabase({ ...settings, database_url: databaseUrl }, 'test')
  cleanUp(() => database.end())
  return postgresCheck(database)
}

function kafkaOf(change: Partial<Settings>): Check {
  const kafka = createKafkaCheck({ ...settings, ...change }, 'legislog-test-health')
  cleanUp(kafka.close)
  return kafka.check
}

function redisOf(redisUrl: string): Check {
  const redis = createRedis({ ...settings, redis_url: redisUrl }, { for: 'producer' })
  cleanUp(async () => redis.disconnect())
  return redisCheck(redis)
}

async function ask(check: Check): Promise<{ status: string; detail: string | undefined }> {
  const readiness = createReadiness({ checks: { store: check }, timeout_ms: TIMEOUT_MS, clock: systemClock })
  const { status, checks } = await readiness.ask()
  return { status, detail: checks.store.detail }
}

const nobody = '127.0.0.1:1'

describe('the health check of a store', () => {
  it.each<[string, () => Check]>([
    ['postgres', () => postgresOf(settings.database_url)],
    ['kafka', () => kafkaOf({})],
    ['redis', () => redisOf(settings.redis_url)],
  ])('passes if %s answers', async (_, make) => {
    const check = make()
    // ioredis refuses commands while it connects.
    await eventually(async () => expect(await ask(check)).toEqual({ status: 'ready', detail: undefined }))
  })

  it.each<[string, () => Check]>([
    ['postgres', () => postgresOf(`postgres://legislog@${nobody}/legislog`)],
    ['kafka', () => kafkaOf({ kafka_brokers: [nobody] })],
    ['redis', () => redisOf(`redis://${nobody}`)],
  ])('fails if %s is dead', async (_, make) => {
    expect(await ask(make())).toMatchObject({ status: 'not_ready', detail: expect.any(String) })
  })

  it.each<[string, () => Check]>([
    ['postgres', () => postgresOf(`postgres://legislog@${mute}/legislog`)],
    ['kafka', () => kafkaOf({ kafka_brokers: [mute] })],
    ['redis', () => redisOf(`redis://${mute}`)],
  ])('fails within the timeout if %s is frozen', async (_, make) => {
    expect(await ask(make())).toMatchObject({ status: 'not_ready', detail: expect.any(String) })
  })

  it('fails if Postgres is empty, and says how to set it up', async () => {
    const check = postgresOf(databaseUrlOf(settings.database_url, 'postgres'))
    expect(await ask(check)).toEqual({
      status: 'not_ready',
      detail: 'the database is not set up: legislog setup',
    })
  })

  it('fails if Kafka lacks our topics, although it answers', async () => {
    const { status, detail } = await ask(kafkaOf({ topic_prefix: uniquePrefix() }))
    expect({ status, detail }).toMatchObject({
      status: 'not_ready',
      detail: expect.stringContaining('lacks topics of ours'),
    })
  })

  it('passes for Kafka again after a failure', async () => {
    const change = { kafka_brokers: [mute] as readonly string[] }
    const own = { ...settings, ...change }
    const kafka = createKafkaCheck(own, 'legislog-test-health')
    cleanUp(kafka.close)
    expect((await ask(kafka.check)).status).toBe('not_ready')
    own.kafka_brokers = settings.kafka_brokers
    expect((await ask(kafka.check)).status).toBe('ready')
  })
})
