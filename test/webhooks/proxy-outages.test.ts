import { describe, expect, it } from 'vitest'
import { readEgressProxy } from '../../webhooks/http/egress-proxy.ts'
import { createConnectProxy } from '../support/fakes/connect-proxy.ts'
import { createReceiver } from '../support/fakes/receiver.ts'
import { actionOf, actionsOf, createServedEndpoint } from '../support/webhooks/webhook-service.ts'

const second = 1_000
const hour = 3_600 * second
const credentials = 'user:hunter2'

async function createWorld() {
  const proxy = await createConnectProxy({ credentials })
  const world = await createServedEndpoint(
    { kind: 'ok' },
    { proxy: readEgressProxy({ webhook_proxy_url: proxy.url }) },
  )
  return { ...world, proxy }
}

describe('a proxy that lets nothing through', () => {
  it('makes no endpoint fail and loses no delivery, and all are sent when it works again', async () => {
    const { service, receiver, endpoint_id, proxy } = await createWorld()
    proxy.answer({ kind: 'refuse', status: 407 })
    await service.fanOut(actionsOf(20))
    // Six days are longer than the schedule, and longer than the time after which an endpoint is disabled.
    for (let time = 0; time < 36; time++) {
      const before = proxy.asked.length
      await service.sweep()
      await service.sweep()
      expect(proxy.asked.length - before).toBeLessThanOrEqual(4)
      expect(proxy.asked.length).toBeGreaterThan(before)
      service.clock.advance(4 * hour)
    }
    expect(await service.endpoints.get(service.owner, endpoint_id)).toMatchObject({
      status: 'enabled',
      failures_in_row: 0,
    })
    const { rows: notices } = await service.database.query('SELECT * FROM webhook.notice')
    expect(notices).toEqual([])
    const waiting = await service.deliveries()
    expect(waiting.every(({ status }) => status === 'pending')).toBe(true)
    expect(waiting.map(({ last_error }) => last_error)).toContain('proxy_error: status 407')
    proxy.answer({ kind: 'open' })
    await service.sweep()
    expect((await service.deliveries()).every(({ status }) => status === 'delivered')).toBe(true)
    expect(receiver.received).toHaveLength(20)
  })

  it('delays a delivery by 15 seconds each time and does not change its schedule', async () => {
    const { service, receiver, proxy } = await createWorld()
    receiver.answer({ kind: 'status', status: 503 })
    const wait_s = async () => {
      const [delivery] = await service.deliveries()
      return Math.round((Date.parse(delivery!.due_at) - service.clock.now().getTime()) / second)
    }
    await service.fanOut([actionOf(1)])
    await service.sweep()
    expect(await wait_s()).toBe(5)
    service.clock.advance(6 * second)
    proxy.answer({ kind: 'refuse', status: 407 })
    // A new tunnel is needed.
    receiver.answer({ kind: 'reset' })
    await service.sweep()
    expect(await service.attempts()).toHaveLength(2)
    for (let attempt = 3; attempt <= 14; attempt++) {
      service.clock.advance(24 * hour)
      await service.sweep()
      expect(await wait_s()).toBe(15)
      expect((await service.attempts()).at(-1)).toEqual({
        attempt,
        outcome: 'retried',
        status: null,
        error: 'proxy_error: status 407',
        response: null,
      })
    }
    proxy.answer({ kind: 'open' })
    receiver.answer({ kind: 'status', status: 503 })
    service.clock.advance(16 * second)
    await service.sweep()
    // The third attempt that its receiver saw.
    expect(await wait_s()).toBe(1_800)
    expect(JSON.stringify([await service.deliveries(), await service.attempts()])).not.toMatch(
      /hunter2|dXNlcjpo/,
    )
  })

  it('does not stop the schedule of deliveries, and no endpoint counts as failing', async () => {
    const { service, endpoint_id, proxy } = await createWorld()
    proxy.answer({ kind: 'refuse', status: 502 })
    await service.fanOut([actionOf(1)])
    for (let attempt = 1; attempt <= 10; attempt++) {
      await service.sweep()
      service.clock.advance(25 * hour)
    }
    expect(await service.deliveries()).toMatchObject([
      { status: 'failed', attempt: 10, last_error: 'proxy_error: status 502' },
    ])
    expect(await service.endpoints.get(service.owner, endpoint_id)).toMatchObject({
      status: 'enabled',
      failures_in_row: 0,
    })
  })
})

describe('the only endpoint that a proxy cannot reach', () => {
  it('fails like one that does not exist: it is probed, and others are not delayed', async () => {
    const { service, endpoint_id: awayId, receiver: away } = await createWorld()
    await away.close()
    const other = await createReceiver()
    const url = other.url.replace('127.0.0.1', 'localhost')
    await service.endpoints.create(service.owner, { url, events: ['*'] })
    await service.fanOut(actionsOf(50))
    for (let time = 0; time < 4; time++) {
      await service.sweep()
      service.clock.advance(6 * second)
      await service.fanOut([actionOf(100 + time)])
    }
    expect(other.received.length).toBeGreaterThanOrEqual(50)
    const { failures_in_row } = await service.endpoints.get(service.owner, awayId)
    expect(failures_in_row).toBeGreaterThanOrEqual(5)
    expect((await service.attempts()).map(({ error }) => error)).toContain('endpoint_unreachable: status 502')
  })
})

describe('a test event', () => {
  it('is sent through the proxy, and reports a failure of the proxy', async () => {
    const { service, receiver, endpoint_id, proxy } = await createWorld()
    const send = () => service.endpoints.test(service.owner, endpoint_id, undefined)
    expect(await send()).toMatchObject({ delivered: true })
    expect(proxy.asked).toHaveLength(1)
    expect(receiver.received).toHaveLength(1)
    receiver.answer({ kind: 'reset' })
    await send()
    proxy.answer({ kind: 'refuse', status: 407 })
    expect(await send()).toMatchObject({ delivered: false, error: 'proxy_error: status 407', response: null })
  })
})
