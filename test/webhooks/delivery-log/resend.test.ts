import { describe, expect, it } from 'vitest'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { createWebhookApi } from '../../support/webhooks/webhook-server.ts'
import { actionOf } from '../../support/webhooks/webhook-service.ts'

const { service, call, callerWith } = await createWebhookApi()
let next = 1

/** An endpoint with one delivery that was tried once. */
async function delivered(mode: Parameters<typeof createReceiver>[0] = { kind: 'ok' }) {
  const caller = await callerWith(`account ${next}`, 'business')
  const receiver = await createReceiver(mode)
  const { body } = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] }, caller)
  await service.fanOut([actionOf(next++)])
  await service.sweep()
  const key = receiver.keys()[0]!
  return {
    caller,
    receiver,
    key,
    endpoint: `/webhook_endpoints/${body.id}`,
    resend: (options?: object, who = caller) =>
      call('POST', `/webhook_deliveries/${key}/resend`, options, who),
    shown: async (id = key) => (await call('GET', `/webhook_deliveries/${id}`, undefined, caller)).body,
  }
}

describe('a delivery that its owner resends', () => {
  it.each([{}, { new_idempotency_key: true }])(
    'does not wait if the clock of the API was a day ahead: %o',
    async (options) => {
      const { receiver, resend } = await delivered()
      const { clock } = service
      const before_ms = clock.now().getTime()
      const minuteAfterDatabase_ms = Date.now() + 60_000
      clock.advance(minuteAfterDatabase_ms + 86_400_000 - before_ms)
      expect(await resend(options)).toMatchObject({ status: 202 })
      clock.advance(-86_400_000)
      await service.sweep()
      expect(receiver.received).toHaveLength(2)
      clock.advance(before_ms - clock.now().getTime())
    },
  )
  it('keeps its key and body, and its attempt numbers continue (case 50)', async () => {
    const { receiver, key, resend, shown } = await delivered()
    for (const attempts of [2, 3]) {
      const answer = await resend()
      expect([answer.status, answer.body.id, answer.body.status]).toEqual([202, key, 'pending'])
      await service.sweep()
      expect(await shown()).toMatchObject({ status: 'delivered', attempts })
    }
    expect(receiver.keys()).toEqual([key, key, key])
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect((await shown()).log.map(({ attempt }: { attempt: number }) => attempt)).toEqual([1, 2, 3])
  })

  it('gets the whole retry schedule again if it had failed for good', async () => {
    const { receiver, resend, shown } = await delivered({ kind: 'status', status: 404 })
    expect((await shown()).status).toBe('failed')
    receiver.answer({ kind: 'status', status: 503 })
    expect((await resend()).status).toBe(202)
    await service.sweep()
    const retried = await shown()
    expect(retried).toMatchObject({ status: 'pending', attempts: 2 })
    const waits_ms = Date.parse(retried.next_attempt_at) - service.clock.now().getTime()
    expect(waits_ms).toBeLessThan(10_000)
  })

  it('is sent now if it waits for a retry, and is refused while it is being sent', async () => {
    const { receiver, resend, shown } = await delivered({ kind: 'status', status: 503 })
    receiver.answer({ kind: 'ok' })
    expect((await resend()).status).toBe(202)
    const again = await resend()
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    await service.sweep()
    expect(await shown()).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  it('gets a new key if the request says so', async () => {
    const { receiver, key, resend, shown } = await delivered()
    const made = [await resend({ new_idempotency_key: true }), await resend({ new_idempotency_key: true })]
    await service.sweep()
    const keys = made.map(({ body }) => body.id)
    expect(new Set([key, ...keys]).size).toBe(3)
    expect(new Set(receiver.keys())).toEqual(new Set([key, ...keys]))
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    for (const id of keys) expect(await shown(id)).toMatchObject({ status: 'delivered', attempts: 1 })
    expect(await shown()).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  it('is refused for other accounts, for disabled endpoints, and after the body expired', async () => {
    const { key, resend, endpoint, caller } = await delivered()
    const stranger = await callerWith('a stranger to it', 'business')
    expect((await resend({}, stranger)).status).toBe(404)
    const poor = await resend({}, { ...caller, tier: 'free' })
    expect([poor.status, poor.body.code]).toEqual([403, 'plan_required'])
    await call('POST', `${endpoint}/disable`, undefined, caller)
    expect((await resend()).status).toBe(409)
    await call('POST', `${endpoint}/enable`, undefined, caller)
    await service.database.query(
      'UPDATE webhook.event SET body = NULL FROM webhook.delivery WHERE event.id = event_id AND key = $1',
      [key],
    )
    expect((await resend()).body).toMatchObject({ code: 'conflict', message: /no longer kept/ })
  })
})
