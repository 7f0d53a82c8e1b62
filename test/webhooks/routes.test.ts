import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { createReceiver } from '../support/fakes/receiver.ts'
import { createWebhookApi } from '../support/webhooks/webhook-server.ts'
import { actionOf } from '../support/webhooks/webhook-service.ts'

const { service, callerWith, call } = await createWebhookApi()

describe('the deliveries of an endpoint', () => {
  it('are listed with their bodies and attempts, newest first, in pages', async () => {
    const receiver = await createReceiver({ kind: 'status', status: 500, body: 'oops' })
    const owner = await callerWith('a reader of logs', 'business')
    const made = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] }, owner)
    await service.fanOut(Array.from({ length: 5 }, (_, index) => actionOf(500 + index)))
    await service.drain(made.body.id)
    const path = `/webhook_endpoints/${made.body.id}/deliveries`
    const first = await call('GET', `${path}?limit=3`, undefined, owner)
    const second = await call('GET', `${path}?limit=3&cursor=${first.body.next_cursor}`, undefined, owner)
    expect(second.body.next_cursor).toBeNull()
    const all = [...first.body.data, ...second.body.data]
    expect(all).toHaveLength(5)
    expect(all.map(({ event_id }) => event_id)).toEqual(
      all.map(({ event_id }) => event_id).sort((a, b) => b - a),
    )
    const detail = await call('GET', `/webhook_deliveries/${all[0].id}`, undefined, owner)
    expect(detail.body).toMatchObject({
      status: 'pending',
      attempts: 1,
      log: [{ attempt: 1, outcome: 'retried', status: 500, error: 'status 500', response: 'oops' }],
    })
    expect(receiver.received.map(({ body }) => body)).toContain(detail.body.body)
    expect((await call('GET', `${path}?status=delivered`, undefined, owner)).body.data).toHaveLength(0)
    expect((await call('GET', `/webhook_deliveries/${all[0].id}`)).status).toBe(404)
  })
})

describe('the catalog of webhook events', () => {
  it('gives the schema of each event and an example that fits it', async () => {
    const { body } = await call('GET', '/webhook_event_types')
    expect(body.data.map(({ event }: { event: string }) => event)).toEqual([
      'bill.introduced',
      'bill.action',
      'bill.status_changed',
      'vote.recorded',
      'endpoint.warning',
      'endpoint.disabled',
    ])
    const ajv = new Ajv2020()
    for (const { schema, example } of body.data) {
      expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true)
      expect(ajv.validate(schema, { ...example, data: {} })).toBe(false)
    }
  })
})
