import { describe, expect, it } from 'vitest'
import { createReceiver } from '../../support/fakes/receiver.ts'
import { createWebhookApi, createWebhookServer } from '../../support/webhooks/webhook-server.ts'
import { actionOf, createWebhookService } from '../../support/webhooks/webhook-service.ts'

const { service, business, callerWith, call } = await createWebhookApi()

describe('the webhook endpoints of an account', () => {
  it('get a secret at creation that is shown once', async () => {
    const made = await call('POST', '/webhook_endpoints', {
      url: 'https://hooks.example.com/a',
      events: ['bill.action', 'vote.recorded'],
      filter: { jurisdictions: ['WA', 'Oregon'], followed: true },
    })
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`/v1/webhook_endpoints/${made.body.id}`)
    expect(made.body).toMatchObject({
      status: 'enabled',
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

  it('have secrets that are encrypted at rest', async () => {
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
  ])('cannot be created from %j', async (body, status, code) => {
    const strict = await createWebhookService({ database: service, allow_insecure: false })
    const server = await createWebhookServer(strict, () => business)
    const answer = await server.inject({ method: 'POST', url: '/v1/webhook_endpoints', body })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  it('require the Business tier or above', async () => {
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

  it('have each address only once', async () => {
    const body = { url: 'https://hooks.example.com:443/once', events: ['*'] }
    expect((await call('POST', '/webhook_endpoints', body)).status).toBe(201)
    const again = await call('POST', '/webhook_endpoints', { ...body, url: 'https://hooks.example.com/once' })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const other = await callerWith('another account', 'business')
    expect((await call('POST', '/webhook_endpoints', body, other)).status).toBe(201)
  })

  it('are limited to twenty, even if twenty-five are created at once, and are listed in pages', async () => {
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

  it('are hidden from other accounts', async () => {
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

  it('reject a cursor of another list', async () => {
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
