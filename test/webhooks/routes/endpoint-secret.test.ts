import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createReceiver } from '../../support/receiver.ts'
import { createWebhookApi } from '../../support/webhook-server.ts'

const { service, call } = await createWebhookApi()

describe('a test event', () => {
  it('is sent at once with its own header, to a disabled endpoint too, and counts for nothing', async () => {
    const receiver = await createReceiver()
    const made = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] })
    const path = `/webhook_endpoints/${made.body.id}`
    await call('POST', `${path}/disable`)
    const sent = await call('POST', `${path}/test`)
    expect(sent).toMatchObject({
      status: 200,
      body: { delivered: true, status: 200, error: null, event: 'bill.action' },
    })
    const [one] = receiver.received
    expect(one!.headers['x-service-test']).toBe('true')
    expect(JSON.parse(one!.body)).toMatchObject({ id: 0, event: 'bill.action' })
    service.clock.advance(Date.now() - service.clock.now().getTime())
    await call('POST', `${path}/test`, { event: 'vote.recorded' })
    const last = receiver.received.at(-1)!
    const opened = new Webhook(made.body.secret).verify(last.body, last.headers as Record<string, string>)
    expect(opened).toMatchObject({ event: 'vote.recorded' })
    receiver.answer({ kind: 'status', status: 500, body: 'broken' })
    expect((await call('POST', `${path}/test`)).body).toMatchObject({
      delivered: false,
      status: 500,
      error: 'status 500',
      response: 'broken',
    })
    expect((await call('GET', path)).body).toMatchObject({ status: 'disabled', failures_in_row: 0 })
  })
})

describe('a rotated secret', () => {
  it('signs beside the former one until the overlap ends', async () => {
    const receiver = await createReceiver()
    const made = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] })
    const path = `/webhook_endpoints/${made.body.id}`
    const rotated = await call('POST', `${path}/secret/rotate`, { overlap_seconds: 3_600 })
    expect(rotated.status).toBe(200)
    expect(rotated.body.secret).not.toBe(made.body.secret)
    const accepts = async (secret: string) => {
      receiver.answer({ kind: 'verify', secret })
      service.clock.advance(Math.max(0, Date.now() - service.clock.now().getTime()))
      return (await call('POST', `${path}/test`)).body.delivered
    }
    expect(await accepts(rotated.body.secret)).toBe(true)
    expect(await accepts(made.body.secret)).toBe(true)
    const revoked = await call('POST', `${path}/secret/rotate`, { overlap_seconds: 0 })
    expect(await accepts(revoked.body.secret)).toBe(true)
    expect(await accepts(rotated.body.secret)).toBe(false)
    expect(await accepts(made.body.secret)).toBe(false)
    expect((await call('POST', `${path}/secret/rotate`, { overlap_seconds: 604_801 })).status).toBe(400)
  })
})
