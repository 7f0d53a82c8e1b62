import { describe, expect, it } from 'vitest'
import { createLog } from '../../../runtime/log.ts'
import { createRedis } from '../../../runtime/redis.ts'
import { createWakeQueue } from '../../../webhooks/wake/wake-queue.ts'
import { createWaker, type Wake } from '../../../webhooks/wake/waker.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestRedis } from '../../support/stores/redis.ts'
import { createWebhookServer } from '../../support/webhooks/webhook-server.ts'
import { actionsOf, createServedEndpoint } from '../../support/webhooks/webhook-service.ts'

const log = createLog('test', 'silent')

/** An API and a dispatcher in separate processes: they are connected by Redis alone, and no sweep runs. */
async function createProcesses(redisUrl?: string) {
  const served = await createServedEndpoint()
  const { service } = served
  const dispatcherUrl = await createTestRedis()
  const at = (url: string) => ({ ...service.settings, redis_url: url, log_level: 'silent' as const })
  const [producer, worker] = (['producer', 'worker'] as const).map((purpose) =>
    createRedis(at(dispatcherUrl), { for: purpose }),
  )
  const api = createRedis(at(redisUrl ?? dispatcherUrl), { for: 'producer' })
  const prefix = service.settings.topic_prefix
  const queue = createWakeQueue({ producer: producer!, worker: worker!, prefix, drain: service.drain, log })
  const waker = createWaker({ producer: api, prefix, log })
  queue.start()
  cleanUp(async () => {
    await Promise.all([queue.stop(), waker.stop()])
    for (const redis of [producer!, worker!, api]) redis.disconnect()
  })
  const woken: number[] = []
  const wake: Wake = (ids) => {
    woken.push(...ids)
    waker.wake(ids)
  }
  const { id, tier } = service.owner
  const app = await createWebhookServer(
    service,
    () => ({ id, name: 'owner', tier, scopes: ['webhooks'] }),
    wake,
  )
  if (redisUrl === undefined) await eventually(() => api.status === 'ready')
  await service.fanOut(actionsOf(1))
  await service.sweep()
  expect(served.receiver.received).toHaveLength(1)
  const key = served.receiver.keys()[0]!
  const post = async (url: string) => (await app.inject({ method: 'POST', url: `/v1${url}` })).statusCode
  return { ...served, key, post, woken }
}

describe('a request to the API', () => {
  it('makes another process send at once, both a resent delivery and the waiting deliveries of an endpoint', async () => {
    const { service, receiver, key, post, woken, endpoint_id } = await createProcesses()
    expect(await post(`/webhook_deliveries/${key}/resend`)).toBe(202)
    expect(woken).toEqual([endpoint_id])
    await eventually(() => receiver.received.length === 2)
    expect(receiver.keys()).toEqual([key, key])

    expect(await post(`/webhook_endpoints/${endpoint_id}/pause`)).toBe(200)
    expect(woken).toEqual([endpoint_id])
    await service.fanOut(actionsOf(3, 10))
    expect(await post(`/webhook_endpoints/${endpoint_id}/resume`)).toBe(200)
    await eventually(() => receiver.received.length === 5)
  })

  it('takes effect at the next sweep if Redis is away', async () => {
    const { service, receiver, key, post } = await createProcesses('redis://127.0.0.1:1')
    expect(await post(`/webhook_deliveries/${key}/resend`)).toBe(202)
    expect(receiver.received).toHaveLength(1)
    await service.sweep()
    expect(receiver.keys()).toEqual([key, key])
  })
})
