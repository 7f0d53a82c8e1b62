import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { action } from '../support/builders/webhook-events.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { createRedisProxy, type RedisProxy } from '../support/faults/redis-proxy.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createOwnPostgres, type OwnPostgres } from '../support/servers/own-postgres.ts'
import { createDispatcherWorld, type DispatcherWorld } from '../support/webhooks/dispatcher-world.ts'
import { expectDeliveredOnce } from '../support/webhooks/expect-delivered-once.ts'

const EVENTS = NIGHTLY ? 20_000 : 800
const AWAY_MS = NIGHTLY ? 60_000 : 2_000
const LIMIT_MS = AWAY_MS + 60_000

let postgres: OwnPostgres
let world: DispatcherWorld
let cable: RedisProxy
let receivers: Receiver[]
let emitted = 0

beforeAll(async () => {
  postgres = await createOwnPostgres()
  world = await createDispatcherWorld(postgres.createDatabase)
  cable = await createRedisProxy(world.settings.redis_url)
  await world.start({ redis_url: cable.url() })
}, 60_000)

beforeEach(async () => {
  await world.database.query('DELETE FROM webhook.attempt')
  await world.database.query('DELETE FROM webhook.endpoint')
  receivers = []
  for (let index = 0; index < 3; index++) {
    const { receiver } = await world.newEndpoint()
    receiver.answer({ kind: 'slow', ms: 2 })
    receivers.push(receiver)
  }
})

async function emit(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 200) {
    const batch = Array.from({ length: Math.min(left, 200) }, () => {
      emitted += 1
      return action(emitted)
    })
    await world.publisher.publish(batch)
  }
}

const received = () => receivers.reduce((sum, one) => sum + one.received.length, 0)
const untilReceived = (count: number) =>
  eventually(() => received() >= count, { timeout_ms: 30_000, interval_ms: 5 })

describe('webhooks all arrive, each under one key, while', () => {
  it(
    'Redis is emptied repeatedly',
    async () => {
      const redis = new Redis(world.settings.redis_url)
      const emitting = emit(EVENTS)
      for (let flush = 1; flush <= 20; flush++) {
        await untilReceived((3 * EVENTS * flush) / 25)
        await redis.flushdb()
      }
      await emitting
      redis.disconnect()
      expect(await expectDeliveredOnce(world.database, receivers, EVENTS, 60_000)).toBe(0)
    },
    LIMIT_MS,
  )

  it(
    'Redis is away, and when it is back',
    async () => {
      const emitting = emit(EVENTS)
      await untilReceived(EVENTS / 10)
      await cable.cut()
      const before = received()
      await Promise.all([emitting, delay(AWAY_MS)])
      expect(received()).toBeGreaterThan(before)
      await cable.mend()
      await emit(100)
      expect(await expectDeliveredOnce(world.database, receivers, EVENTS + 100, 60_000)).toBe(0)
    },
    LIMIT_MS,
  )

  it(
    'Postgres crashes during the deliveries',
    async () => {
      const emitting = emit(EVENTS)
      for (let crash = 1; crash <= 2; crash++) {
        await untilReceived((3 * EVENTS * crash) / 4)
        await postgres.crash()
      }
      await emitting
      await expectDeliveredOnce(world.database, receivers, EVENTS, 60_000)
    },
    LIMIT_MS,
  )

  it(
    'Postgres is away for some time, and hardly any delivery is repeated when it is back',
    async () => {
      await emit(EVENTS)
      await untilReceived(EVENTS)
      await postgres.stop()
      const atStop = received()
      await delay(Math.min(AWAY_MS, 10_000))
      // Only events that were already read can be sent.
      expect(received() - atStop).toBeLessThanOrEqual(3 * 200)
      await postgres.start()
      const repeated = await expectDeliveredOnce(world.database, receivers, EVENTS, 60_000)
      expect(repeated).toBeLessThanOrEqual(3 * 200)
    },
    LIMIT_MS,
  )
})
