import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { action } from '../../support/builders/webhook-events.ts'
import { createRedisProxy } from '../../support/faults/redis-proxy.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createDispatcherWorld } from '../../support/webhooks/dispatcher-world.ts'

const world = await createDispatcherWorld()

async function msUntilReceived(number: number, received: readonly unknown[]): Promise<number> {
  const before = received.length
  const started = performance.now()
  await world.publisher.publish([action(number)])
  await eventually(() => received.length > before, { interval_ms: 5 })
  return performance.now() - started
}

describe('the wake queue', () => {
  it('wakes dispatchers sooner than the next sweep, and leaves nothing in Redis', async () => {
    const { receiver } = await world.newEndpoint()
    const dispatcher = await world.start()
    const times: number[] = []
    for (let number = 0; number < 7; number++)
      times.push(await msUntilReceived(1 + number, receiver.received))
    expect(times.sort((a, b) => a - b)[3]).toBeLessThan(1_000)
    const redis = new Redis(world.settings.redis_url)
    await eventually(async () => {
      const keys = await redis.keys('*')
      expect(keys.some((key) => key.endsWith(':id'))).toBe(true)
      return keys.filter((key) => /:\d+$|:de:/.test(key)).length === 0
    })
    redis.disconnect()
    await dispatcher.stop()
  })

  it('loses nothing when Redis is emptied during work', async () => {
    const { receiver } = await world.newEndpoint()
    const dispatcher = await world.start()
    const redis = new Redis(world.settings.redis_url)
    for (let round = 0; round < 10; round++) {
      await world.publisher.publish(
        Array.from({ length: 20 }, (_, index) => action(300 + 20 * round + index)),
      )
      await redis.flushdb()
    }
    redis.disconnect()
    await world.caughtUp()
    await dispatcher.sweep()
    await eventually(() => receiver.received.length >= 200)
    expect(new Set(receiver.received.map(({ key }) => key)).size).toBe(200)
    await dispatcher.stop()
  })

  it('does not stop reading and sending while Redis is away', async () => {
    const { receiver } = await world.newEndpoint()
    const dispatcher = await world.start({ redis_url: 'redis://127.0.0.1:1' })
    await world.publisher.publish(Array.from({ length: 20 }, (_, index) => action(600 + index)))
    await eventually(() => receiver.received.length === 20)
    await dispatcher.stop()
  })

  it('uses Redis again when it comes back', async () => {
    const { receiver } = await world.newEndpoint()
    const cable = await createRedisProxy(world.settings.redis_url)
    const dispatcher = await world.start({ redis_url: cable.url() })
    await msUntilReceived(7000, receiver.received)
    await cable.cut()
    for (let number = 1; number <= 3; number++) await msUntilReceived(7000 + number, receiver.received)
    await cable.mend()
    const redis = new Redis(world.settings.redis_url)
    const completed = async () => Number((await redis.keys('*bull*:id')).length)
    await eventually(async () => (await completed()) > 0)
    const times: number[] = []
    for (let number = 10; number < 15; number++)
      times.push(await msUntilReceived(7000 + number, receiver.received))
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(1_000)
    redis.disconnect()
    await dispatcher.stop()
  })
})
