import { describe, expect, it } from 'vitest'
import { actionsOf, createServedEndpoint } from '../support/webhooks/webhook-service.ts'

const second = 1_000

describe('an endpoint that keeps failing', () => {
  it('uses up attempts of five deliveries, not of all that wait', async () => {
    const { service, receiver, endpoint_id } = await createServedEndpoint({ kind: 'status', status: 500 })
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(200))
    await service.sweep()
    expect(receiver.received).toHaveLength(5)
    await service.sweep()
    expect(receiver.received).toHaveLength(5)
    expect(await service.endpoints.get(service.owner, endpoint_id)).toMatchObject({ failures_in_row: 5 })
  })

  it('receives nothing until its Retry-After time is over, and then receives everything', async () => {
    const { service, receiver } = await createServedEndpoint({
      kind: 'retry-after',
      status: 429,
      value: '120',
    })
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(50))
    await service.sweep()
    expect(receiver.received).toHaveLength(1)
    receiver.answer({ kind: 'ok' })
    service.clock.advance(119 * second)
    await service.sweep()
    expect(receiver.received).toHaveLength(1)
    service.clock.advance(4 * second)
    await service.sweep()
    expect(receiver.received).toHaveLength(51)
    expect((await service.deliveries()).every(({ status }) => status === 'delivered')).toBe(true)
  })
})

describe('an idle connection to a receiver', () => {
  it('costs one attempt and no wait if the receiver closes it when the next delivery starts', async () => {
    const { service, receiver } = await createServedEndpoint({ kind: 'close-reused' })
    await service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
    await service.fanOut(actionsOf(2))
    await service.sweep()
    // The attempt took this long.
    service.clock.advance(second)
    await service.sweep()
    expect(await service.deliveries()).toMatchObject([
      { status: 'delivered', attempt: 1 },
      { status: 'delivered', attempt: 2 },
    ])
    const [first, ...others] = receiver.keys()
    expect(others).toHaveLength(2)
    expect(new Set(others).size).toBe(1)
    expect(others).not.toContain(first)
  })
})
