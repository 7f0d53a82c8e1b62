import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createWebhookServer } from '../../support/webhooks/webhook-server.ts'
import { actionsOf, createServedEndpoint } from '../../support/webhooks/webhook-service.ts'

type Served = Awaited<ReturnType<typeof createServedEndpoint>>
const second = 1_000

let served: Served
let app: FastifyInstance

async function serve(mode: Parameters<typeof createServedEndpoint>[0]): Promise<void> {
  served = await createServedEndpoint(mode)
  const { id, tier } = served.service.owner
  const caller: Caller = { id, name: 'owner', tier, scopes: ['webhooks'] }
  app = await createWebhookServer(served.service, () => caller)
  await served.service.database.query('UPDATE webhook.endpoint SET max_in_flight = 1')
}

/** The waiting deliveries; every place that shows one of them must agree. */
async function waiting() {
  const get = async (url: string) => (await app.inject(`/v1${url}`)).json()
  const { data: listed } = await get('/webhook_deliveries?status=pending&limit=200')
  const { data: changed } = await get('/webhook_deliveries?status=pending&limit=200&updated_since=1970-01-01')
  const byId = (items: { id: string }[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(changed)).toEqual(byId(listed))
  const { id, next_attempt_at, held_by } = listed[0]
  expect(await get(`/webhook_deliveries/${id}`)).toMatchObject({ next_attempt_at, held_by })
  const health = await get(`/webhook_endpoints/${served.endpoint_id}/health`)
  return { listed: listed as { next_attempt_at: string | null; held_by: string | null }[], health }
}
const inSeconds = (at: string | null): number =>
  at === null ? Number.NaN : (Date.parse(at) - served.service.clock.now().getTime()) / second
const soonest = (items: readonly { next_attempt_at: string | null }[]) =>
  Math.min(...items.map((item) => inSeconds(item.next_attempt_at)))

describe('a delivery to an endpoint that keeps failing', () => {
  beforeAll(() => serve({ kind: 'status', status: 500 }))

  it('shows that it is blocked, and waits until the next probe of the endpoint', async () => {
    const { service, receiver } = served
    await service.fanOut(actionsOf(50))
    await service.sweep()
    const { listed, health } = await waiting()
    expect(new Set(listed.map(({ held_by }) => held_by))).toEqual(new Set(['failing']))
    expect(soonest(listed)).toBeCloseTo(5, 1)
    expect(health.waiting).toMatchObject({ deliveries: 50, held_by: 'failing' })
    expect(inSeconds(health.waiting.next_attempt_at)).toBe(soonest(listed))
    // The next probe comes at that time: nothing before, then one delivery.
    const wait_ms = soonest(listed) * second
    service.clock.advance(Math.round(wait_ms) - 1)
    const tried = receiver.received.length
    await service.sweep()
    expect(receiver.received).toHaveLength(tried)
    service.clock.advance(1)
    await service.sweep()
    expect(receiver.received).toHaveLength(tried + 1)
    expect(soonest((await waiting()).listed)).toBeCloseTo(5, 1)
  })

  it('shows no hold reason when the endpoint answers again', async () => {
    const { service, receiver } = served
    receiver.answer({ kind: 'ok' })
    service.clock.advance(10 * second)
    await service.sweep()
    const { data } = (await app.inject('/v1/webhook_deliveries?limit=200')).json()
    expect(new Set(data.map(({ held_by }: { held_by: string | null }) => held_by))).toEqual(new Set([null]))
  })
})

describe('a waiting delivery', () => {
  it('is not sent before the Retry-After time of its endpoint is over', async () => {
    await serve({ kind: 'retry-after', status: 429, value: '120' })
    await served.service.fanOut(actionsOf(3))
    await served.service.sweep()
    const { listed, health } = await waiting()
    expect(new Set(listed.map(({ held_by }) => held_by))).toEqual(new Set(['asked_to_wait']))
    expect(soonest(listed)).toBeGreaterThanOrEqual(120)
    expect(health.waiting.held_by).toBe('asked_to_wait')
  })

  it('does not show when it will be sent if the endpoint is paused or lost its plan, because its owner must act first', async () => {
    await serve({ kind: 'ok' })
    const { service, endpoint_id } = served
    await app.inject({ method: 'POST', url: `/v1/webhook_endpoints/${endpoint_id}/pause` })
    await service.fanOut(actionsOf(2))
    const paused = await waiting()
    expect(paused.listed).toMatchObject([
      { next_attempt_at: null, held_by: 'paused' },
      { next_attempt_at: null, held_by: 'paused' },
    ])
    expect(paused.health.waiting).toMatchObject({ next_attempt_at: null, held_by: 'paused' })
    await app.inject({ method: 'POST', url: `/v1/webhook_endpoints/${endpoint_id}/resume` })
    expect((await waiting()).listed[0]).toMatchObject({ held_by: null, next_attempt_at: expect.any(String) })
    await service.database.query("UPDATE account.account SET tier = 'free'")
    expect((await waiting()).listed[0]).toMatchObject({ held_by: 'plan', next_attempt_at: null })
  })
})
