import { describe, expect, it } from 'vitest'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { actionOf, actionsOf, createServedEndpoint } from '../../support/webhooks/webhook-service.ts'

const second = 1_000
const hour = 3_600_000

describe('the drain of an endpoint', () => {
  it('sends each event once with a signature, and records it', async () => {
    const { service, receiver, secret } = await createServedEndpoint()
    receiver.answer({ kind: 'verify', secret })
    service.clock.advance(Date.now() - service.clock.now().getTime())
    await service.fanOut(actionsOf(250))
    await service.sweep()
    expect(new Set(receiver.keys()).size).toBe(250)
    expect(receiver.received).toHaveLength(250)
    const deliveries = await service.deliveries()
    expect(deliveries.every(({ status, attempt }) => status === 'delivered' && attempt === 1)).toBe(true)
    expect(new Set(deliveries.map(({ key }) => key))).toEqual(new Set(receiver.keys()))
    expect(await service.attempts()).toHaveLength(250)
    await service.sweep()
    expect(receiver.received).toHaveLength(250)
  })

  it('retries by the schedule under one key, until ten attempts are used up', async () => {
    const { service, receiver } = await createServedEndpoint({ kind: 'status', status: 503 })
    await service.fanOut([actionOf(1)])
    const waits: number[] = []
    for (let attempt = 1; attempt <= 10; attempt++) {
      await service.sweep()
      expect(receiver.received).toHaveLength(attempt)
      const [delivery] = await service.deliveries()
      expect(delivery).toMatchObject({ attempt, last_status: 503 })
      const wait_ms = Date.parse(delivery!.due_at) - service.clock.now().getTime()
      waits.push(Math.round(wait_ms / second))
      service.clock.advance(wait_ms - second)
      await service.sweep()
      expect(receiver.received).toHaveLength(attempt)
      service.clock.advance(second)
    }
    expect(waits.slice(0, 9)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect((await service.deliveries())[0]).toMatchObject({ status: 'failed', last_error: 'status 503' })
    expect(new Set(receiver.keys()).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(10)
    expect((await service.attempts()).map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 9 }, () => 'retried'),
      'exhausted',
    ])
  })

  it('waits as long as Retry-After says', async () => {
    const { service } = await createServedEndpoint({ kind: 'retry-after', status: 429, value: '7200' })
    await service.fanOut([actionOf(1)])
    await service.sweep()
    const [delivery] = await service.deliveries()
    expect(Date.parse(delivery!.due_at) - service.clock.now().getTime()).toBeGreaterThanOrEqual(2 * hour)
  })

  it.each([400, 401, 404, 408, 409, 422])(
    'stops after one attempt that is answered with %i',
    async (status) => {
      const { service, receiver } = await createServedEndpoint({ kind: 'status', status, body: 'no' })
      await service.fanOut([actionOf(1)])
      await service.sweep()
      service.clock.advance(100 * hour)
      await service.sweep()
      expect(receiver.received).toHaveLength(1)
      expect(await service.deliveries()).toMatchObject([
        { status: 'failed', last_status: status, attempt: 1 },
      ])
      expect(await service.attempts()).toMatchObject([{ outcome: 'failed', status, response: 'no' }])
    },
  )

  it('disables an endpoint that answers 410, and skips its waiting deliveries', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint({ kind: 'status', status: 410 })
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(3))
    await service.drain(endpoint_id)
    expect(await service.endpoints.get(service.owner, endpoint_id)).toMatchObject({
      status: 'disabled',
      status_reason: 'gone',
    })
    service.clock.advance(hour)
    await service.sweep()
    const statuses = (await service.deliveries()).map(({ status }) => status)
    expect(statuses).toContain('failed')
    expect(statuses).not.toContain('pending')
    expect(receiver.received.length).toBeLessThanOrEqual(3)
  })

  it('disables an endpoint that fails for five days, and resets its schedule when it is enabled', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint({ kind: 'status', status: 500 })
    for (let halfDay = 0; halfDay <= 10; halfDay++) {
      await service.fanOut([actionOf(halfDay)])
      await service.sweep()
      service.clock.advance(12 * hour + second)
    }
    const { owner, endpoints } = service
    expect(await endpoints.get(owner, endpoint_id)).toMatchObject({
      status: 'disabled',
      status_reason: 'failing',
    })
    receiver.clear()
    await service.fanOut([actionOf(100)])
    await service.sweep()
    expect(receiver.received).toHaveLength(0)
    receiver.answer({ kind: 'ok' })
    expect(await endpoints.enable(owner, endpoint_id)).toMatchObject({
      status: 'enabled',
      failures_in_row: 0,
    })
    await service.fanOut([actionOf(101)])
    await service.sweep()
    expect(receiver.received).toHaveLength(1)
    expect((await service.deliveries()).slice(-2).map(({ status }) => status)).toEqual([
      'skipped',
      'delivered',
    ])
  })

  it('reports blocked_address without the address, and retries, because the name may be corrected', async () => {
    let address = '127.0.0.1'
    const { service, receiver } = await createServedEndpoint(
      { kind: 'ok' },
      {
        resolver: (_hostname, _options, callback) => callback(null, [{ address, family: 4 }]),
      },
    )
    await service.database.query('UPDATE webhook.endpoint SET url = $1', [
      receiver.url.replace('127.0.0.1', 'hooks.example.com'),
    ])
    await service.fanOut([actionOf(1)])
    address = '10.11.12.13'
    await service.sweep()
    expect(await service.deliveries()).toMatchObject([{ status: 'pending', last_error: 'blocked_address' }])
    expect(JSON.stringify([await service.deliveries(), await service.attempts()])).not.toContain(
      '10.11.12.13',
    )
    address = '127.0.0.1'
    service.clock.advance(10 * second)
    await service.sweep()
    expect(await service.deliveries()).toMatchObject([{ status: 'delivered' }])
  })
})

describe('a slow endpoint', () => {
  it('does not delay other endpoints', async () => {
    const { service, receiver: slow } = await createServedEndpoint({ kind: 'hang-before-headers' })
    const others = await Promise.all(Array.from({ length: 5 }, () => createReceiver()))
    for (const { url } of others) await service.endpoints.create(service.owner, { url, events: ['*'] })
    const { endpoint_ids } = await service.fanOut(actionsOf(30))
    let isSlowDone = false
    const [slowest, ...rest] = endpoint_ids.map((id) => service.drain(id))
    const slowDone = slowest!.then(() => {
      isSlowDone = true
    })
    await Promise.all(rest)
    expect(isSlowDone).toBe(false)
    for (const { received } of others) expect(received).toHaveLength(30)
    expect(slow.received.length).toBeLessThanOrEqual(4)
    await slow.close()
    await slowDone
  })

  it('fails once for all deliveries that it had at once', async () => {
    const { service, receiver } = await createServedEndpoint({ kind: 'reset' })
    await service.fanOut(actionsOf(30))
    await service.sweep()
    // Five times, four were sent at once.
    expect(receiver.received).toHaveLength(20)
  })
})
