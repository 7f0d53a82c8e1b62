import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { createReceiver } from '../support/receiver.ts'
import { type Caller, createWebhookServer } from '../support/webhook-server.ts'
import { actionOf, createWebhookService, type WebhookService } from '../support/webhook-service.ts'

let service: WebhookService
let app: FastifyInstance
let caller: Caller
let business: Caller

beforeAll(async () => {
  // Names of these tests resolve without a network; nothing is sent to them.
  service = await createWebhookService({
    resolver: (_hostname, _options, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }]),
  })
  app = await createWebhookServer(service, () => caller)
  business = await callerWith('first', 'business')
})

async function callerWith(name: string, tier: Caller['tier']): Promise<Caller> {
  const { id } = await service.account(name, tier)
  return { id, name, tier, scopes: ['webhooks'] }
}

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = business) {
  caller = as
  const answer = await app.inject({ method, url: `/v1${url}`, ...(body === undefined ? {} : { body }) })
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : answer.json(),
    headers: answer.headers,
  }
}

describe('webhook endpoints over HTTP', () => {
  it('are made with a secret that is shown once', async () => {
    const made = await call('POST', '/webhook_endpoints', {
      url: 'https://hooks.example.com/a',
      events: ['bill.action', 'vote.recorded'],
      filter: { jurisdictions: ['WA', 'Oregon'], followed: true },
    })
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`/v1/webhook_endpoints/${made.body.id}`)
    expect(made.body).toMatchObject({
      status: 'active',
      filter: {
        jurisdictions: ['ocd-division/country:us/state:wa', 'ocd-division/country:us/state:or'],
        followed: true,
      },
    })
    expect(made.body.secret).toMatch(/^whsec_/)
    const shown = await call('GET', `/webhook_endpoints/${made.body.id}`)
    expect(shown.status).toBe(200)
    expect(shown.body.secret).toBeUndefined()
    expect(shown.body).not.toHaveProperty('secrets')
  })

  it('keep their secrets encrypted at rest', async () => {
    const made = await call('POST', '/webhook_endpoints', {
      url: 'https://hooks.example.com/sealed',
      events: ['*'],
    })
    const { rows } = await service.database.query<{ row: string }>(
      'SELECT to_json(endpoint)::text AS row FROM webhook.endpoint WHERE id = $1',
      [made.body.id],
    )
    const key = made.body.secret.replace('whsec_', '')
    expect(rows[0]!.row).not.toContain(key)
    expect(rows[0]!.row).not.toContain('whsec')
    expect(rows[0]!.row).not.toContain(Buffer.from(key, 'base64').toString('hex'))
  })

  it.each([
    [{ url: 'http://example.com/', events: ['*'] }, 422, 'invalid_body'],
    [{ url: 'https://10.0.0.1/', events: ['*'] }, 422, 'blocked_address'],
    [{ url: 'https://localhost/', events: ['*'] }, 422, 'blocked_address'],
    [
      { url: 'https://a.example.com/', events: ['*'], filter: { jurisdictions: ['Atlantis'] } },
      422,
      'invalid_body',
    ],
    [{ url: 'https://a.example.com/', events: ['bill.signed'] }, 400, 'FST_ERR_VALIDATION'],
    [{ url: 'https://a.example.com/', events: [] }, 400, 'FST_ERR_VALIDATION'],
    [{ url: 'https://a.example.com/' }, 400, 'FST_ERR_VALIDATION'],
    [{ url: 'https://a.example.com/', events: ['*'], colour: 'red' }, 400, 'FST_ERR_VALIDATION'],
  ])('are refused as %j', async (body, status, code) => {
    const strict = await createWebhookService({ database: service, allow_insecure: false })
    const server = await createWebhookServer(strict, () => business)
    const answer = await server.inject({ method: 'POST', url: '/v1/webhook_endpoints', body })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  it('need the Business tier or above', async () => {
    for (const tier of ['free', 'developer'] as const) {
      const poor = await callerWith(`a ${tier} account`, tier)
      const answer = await call(
        'POST',
        '/webhook_endpoints',
        { url: 'https://a.example.com/', events: ['*'] },
        poor,
      )
      expect([answer.status, answer.body.code]).toEqual([403, 'plan_required'])
    }
    const rich = await callerWith('an enterprise', 'enterprise')
    const answer = await call(
      'POST',
      '/webhook_endpoints',
      { url: 'https://a.example.com/', events: ['*'] },
      rich,
    )
    expect(answer.status).toBe(201)
  })

  it('have one address once an account', async () => {
    const body = { url: 'https://hooks.example.com:443/once', events: ['*'] }
    expect((await call('POST', '/webhook_endpoints', body)).status).toBe(201)
    const again = await call('POST', '/webhook_endpoints', { ...body, url: 'https://hooks.example.com/once' })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const other = await callerWith('another account', 'business')
    expect((await call('POST', '/webhook_endpoints', body, other)).status).toBe(201)
  })

  it('are twenty an account, also when twenty-five are made at once, and listed in pages', async () => {
    const many = await callerWith('many', 'business')
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        call('POST', '/webhook_endpoints', { url: `https://h${index}.example.com/`, events: ['*'] }, many),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(5)
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page = await call('GET', `/webhook_endpoints?limit=7${query}`, undefined, many)
      seen.push(...page.body.data.map(({ id }: { id: number }) => id))
      cursor = page.body.next_cursor
    }
    expect(seen).toHaveLength(20)
    expect(new Set(seen).size).toBe(20)
  })

  it('of another account are unknown', async () => {
    const made = await call('POST', '/webhook_endpoints', {
      url: 'https://hooks.example.com/mine',
      events: ['*'],
    })
    const stranger = await callerWith('a stranger', 'business')
    const path = `/webhook_endpoints/${made.body.id}`
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/test`],
      ['POST', `${path}/secret/rotate`],
      ['POST', `${path}/enable`],
      ['POST', `${path}/disable`],
      ['GET', `${path}/deliveries`],
    ] as const) {
      const answer = await call(method, url, undefined, stranger)
      expect([url, answer.status, answer.body.code]).toEqual([url, 404, 'not_found'])
    }
    expect((await call('GET', path)).status).toBe(200)
  })

  it('are deleted with their deliveries', async () => {
    const receiver = await createReceiver()
    const made = await call('POST', '/webhook_endpoints', { url: receiver.url, events: ['*'] })
    await service.fanOut([actionOf(1)])
    await service.drain(made.body.id)
    expect((await call('DELETE', `/webhook_endpoints/${made.body.id}`)).status).toBe(204)
    expect((await call('GET', `/webhook_endpoints/${made.body.id}`)).status).toBe(404)
    expect((await service.deliveries()).some(({ endpoint_id }) => endpoint_id === made.body.id)).toBe(false)
  })

  it('refuse a cursor of another list', async () => {
    const made = await call('POST', '/webhook_endpoints', {
      url: 'https://hooks.example.com/cursor',
      events: ['*'],
    })
    const page = await call('GET', '/webhook_endpoints?limit=1')
    const other = await call(
      'GET',
      `/webhook_endpoints/${made.body.id}/deliveries?cursor=${page.body.next_cursor}`,
    )
    expect([other.status, other.body.code]).toEqual([400, 'cursor_mismatch'])
    const broken = await call('GET', '/webhook_endpoints?cursor=abc')
    expect([broken.status, broken.body.code]).toEqual([400, 'cursor_invalid'])
  })
})

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

describe('the delivery log', () => {
  it('shows deliveries with their bodies and attempts, the newest first, in pages', async () => {
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

describe('the catalogue', () => {
  it('gives each event’s schema and an example that fits it', async () => {
    const { body } = await call('GET', '/webhook_event_types')
    expect(body.data.map(({ event }: { event: string }) => event)).toEqual([
      'bill.introduced',
      'bill.action',
      'bill.status_changed',
      'vote.recorded',
    ])
    const ajv = new Ajv2020()
    for (const { schema, example } of body.data) {
      expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true)
      expect(ajv.validate(schema, { ...example, data: {} })).toBe(false)
    }
  })
})

describe('followed bills', () => {
  it('are followed once, listed in pages, and followed no longer', async () => {
    const owner = await callerWith('a follower', 'business')
    for (const id of [5, 3, 9, 3])
      expect((await call('PUT', `/followed_bills/${id}`, undefined, owner)).status).toBe(204)
    const first = await call('GET', '/followed_bills?limit=2', undefined, owner)
    const second = await call(
      'GET',
      `/followed_bills?limit=2&cursor=${first.body.next_cursor}`,
      undefined,
      owner,
    )
    const ids = [...first.body.data, ...second.body.data].map(({ bill_id }) => bill_id)
    expect(ids).toEqual([3, 5, 9])
    expect((await call('DELETE', '/followed_bills/5', undefined, owner)).status).toBe(204)
    expect((await call('GET', '/followed_bills', undefined, owner)).body.data).toHaveLength(2)
  })
})
