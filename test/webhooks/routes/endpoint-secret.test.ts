import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { type Caller, createWebhookApi } from '../../support/webhooks/webhook-server.ts'

const { service, call, callerWith, business } = await createWebhookApi()

describe('a test event', () => {
  it('is sent at once with its own header, even to a disabled endpoint, and does not count', async () => {
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
    await call('POST', `${path}/test`, { event: 'endpoint.disabled' })
    expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ id: 0, event: 'endpoint.disabled' })
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
  it('signs together with the former one until the overlap ends', async () => {
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

describe('the secret of an endpoint', () => {
  const reader = { ...business, scopes: ['webhooks', 'webhook_secrets'] } satisfies Caller
  const chosen = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  let made = 0
  const register = (body: object) => {
    made += 1
    const url = `https://secret${made}.example.com/`
    return call('POST', '/webhook_endpoints', { url, events: ['*'], ...body })
  }

  it('can be read again by its owner, with a separate scope', async () => {
    const { body } = await register({})
    const path = `/webhook_endpoints/${body.id}/secret`
    expect((await call('GET', path)).status).toBe(403)
    const read = await call('GET', path, undefined, reader)
    expect(read.body).toMatchObject({ secret: body.secret, former: [] })
    expect(read.headers['cache-control']).toBe('no-store')
    const stranger = await callerWith('reads secrets', 'business')
    expect((await call('GET', path, undefined, { ...stranger, scopes: reader.scopes })).status).toBe(404)
    const rotated = await call('POST', `${path}/rotate`, { overlap_seconds: 60 })
    const both = await call('GET', path, undefined, reader)
    expect(both.body.secret).toBe(rotated.body.secret)
    expect(both.body.former).toEqual([
      { created_at: read.body.created_at, expires_at: expect.stringMatching(/\.\d{6}Z$/) },
    ])
    expect(JSON.stringify(both.body)).not.toContain(body.secret)
    service.clock.advance(61_000)
    expect((await call('GET', path, undefined, reader)).body.former).toEqual([])
  })

  it.each([24, 32, 64])('can be %i bytes that the customer chooses', async (bytes) => {
    const receiver = await createReceiver({ kind: 'verify', secret: chosen(bytes) })
    const { status, body } = await register({ url: receiver.url, secret: chosen(bytes) })
    expect([status, body.secret]).toEqual([201, chosen(bytes)])
    service.clock.advance(Math.max(0, Date.now() - service.clock.now().getTime()))
    expect((await call('POST', `/webhook_endpoints/${body.id}/test`)).body.delivered).toBe(true)
    const rotated = await call('POST', `/webhook_endpoints/${body.id}/secret/rotate`, { secret: chosen(25) })
    expect(rotated.body.secret).toBe(chosen(25))
  })

  it.each([chosen(23), chosen(65), 'whsec_', 'whsec_not base64!', chosen(32).replace('whsec_', '')])(
    'cannot be %s',
    async (secret) => {
      const { status, body } = await register({ secret })
      expect([status, body.code]).toEqual([422, 'invalid_body'])
    },
  )

  it('has at most four former ones', async () => {
    const { body } = await register({})
    const path = `/webhook_endpoints/${body.id}/secret`
    for (let rotation = 0; rotation < 7; rotation += 1) await call('POST', `${path}/rotate`)
    expect((await call('GET', path, undefined, reader)).body.former).toHaveLength(4)
  })
})
