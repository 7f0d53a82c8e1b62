import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { revokeToken } from '../../api/accounts/accounts.ts'
import { refusalOf } from '../support/api/refusal.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { createReceiver } from '../support/fakes/receiver.ts'
import { createServiceWithSample, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let api: TestApi
let tokens: Record<string, string>

beforeAll(async () => {
  service = await createServiceWithSample()
  api = await service.openApi()
  const valid = await api.issue()
  const revoked = await api.issue({ account: 'revoked' })
  await revokeToken(service.database, { token: revoked })
  tokens = {
    valid,
    revoked,
    'cut short': valid.slice(0, -1),
    'with another checksum': `${valid.slice(0, -1)}${valid.endsWith('a') ? 'b' : 'a'}`,
    'that nobody issued': `${valid.slice(0, 8)}${'0'.repeat(valid.length - 8)}`,
    expired: await api.issue({ expires_at: '2026-01-01T00:00:00Z' }),
    'without the scope': await api.issue({ scopes: ['find_your_rep'] }),
  }
})

const refused = (request: InjectOptions) => refusalOf(api, request)

describe('a token', () => {
  it.each([
    ['revoked', 401, 'token_invalid'],
    ['cut short', 401, 'token_invalid'],
    ['with another checksum', 401, 'token_invalid'],
    ['that nobody issued', 401, 'token_invalid'],
    ['expired', 401, 'token_invalid'],
    ['without the scope', 403, 'insufficient_scope'],
  ])('%s is refused with %i %s', async (which, status, code) => {
    const headers = { authorization: `Bearer ${tokens[which]}` }
    expect(await refused({ url: '/v1/bills', headers })).toEqual({ status, code })
  })

  it.each([
    ['that is empty', ''],
    ['without a token', 'Bearer'],
    ['with only spaces', 'Bearer  '],
    ['of another scheme', 'Basic dXNlcjpwYXNz'],
    ['with other letters', 'Bearer \u00e9\u00e9'],
    ['of 5,000 letters', `Bearer ${'a'.repeat(5_000)}`],
  ])('is refused in an Authorization header %s', async (_, authorization) => {
    const answer = await api.app.inject({ url: '/v1/bills', headers: { authorization } })
    expect(answer.statusCode).toBe(401)
    expect(['token_missing', 'token_invalid']).toContain(answer.json().code)
    expect(answer.headers['www-authenticate']).toBeDefined()
  })
})

describe('a query', () => {
  const cursorOf = async (path: string) => String((await api.get(path)).json().next_cursor)

  it.each([
    ['bills?status=Passed', 'invalid_parameter'],
    ['bills?jurisdiction=atlantis', 'invalid_parameter'],
    ['bills?jurisdicton=zz', 'unknown_parameter'],
    ['bills?offset=20', 'unknown_parameter'],
    ['bills?q=a&q=b', 'repeated_parameter'],
    ['bills?limit=1&limit=1', 'repeated_parameter'],
    ['bills?limit=0', 'invalid_parameter'],
    ['bills?limit=201', 'invalid_parameter'],
    ['bills?limit=ten', 'invalid_parameter'],
    ['bills?q=%00', 'invalid_parameter'],
    ['bills?updated_since=yesterday', 'invalid_parameter'],
    ['bills?updated_since=2026-02-30', 'invalid_parameter'],
    ['bills?updated_since=2026-01-01T25:00:00Z', 'invalid_parameter'],
    ['bills?updated_since=1767225600', 'invalid_parameter'],
    ['bills?updated_since=', 'invalid_parameter'],
    ['bills?include=all', 'invalid_parameter'],
    ['bills?cursor=nonsense', 'cursor_invalid'],
    ['bills?cursor=W10', 'cursor_invalid'],
    ['bills?cursor=%F0%9F%98%80', 'cursor_invalid'],
    ['regulations?comment_state=maybe', 'invalid_parameter'],
    ['legislators?chamber=middle', 'invalid_parameter'],
    ['bills/abc', 'invalid_id'],
    ['bills/0', 'invalid_id'],
    ['bills/9007199254740993', 'invalid_id'],
    ['bills/1%27%20OR%201=1', 'invalid_id'],
  ])('%s is refused with 400 %s', async (path, code) => {
    const headers = { authorization: `Bearer ${tokens.valid}` }
    expect(await refused({ url: `/v1/${path}`, headers })).toEqual({ status: 400, code })
  })

  it('with the cursor of a different query is refused with 400 cursor_mismatch', async () => {
    const cursor = await cursorOf('/v1/bills?limit=2')
    const headers = { authorization: `Bearer ${tokens.valid}` }
    for (const path of ['bills?status=enacted', 'bills?jurisdiction=zz', 'legislators?limit=1']) {
      const url = `/v1/${path}&cursor=${cursor}`
      expect(await refused({ url, headers })).toEqual({ status: 400, code: 'cursor_mismatch' })
    }
  })

  it.each([
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00 00:00',
    '2026-01-01T00:00:00.123456+05:00',
  ])('of changes since %s is accepted', async (since) => {
    expect((await api.get(`/v1/bills?updated_since=${since}`)).statusCode).toBe(200)
  })
})

describe('a body', () => {
  const post = (payload: string, type = 'application/json') =>
    refused({
      method: 'POST',
      url: '/v1/webhook_endpoints',
      headers: { authorization: `Bearer ${tokens.valid}`, 'content-type': type },
      payload,
    })
  const endpoint = (change: object) =>
    JSON.stringify({ url: 'https://example.com/hook', events: ['bill.action'], ...change })

  it.each([
    ['that is truncated', 400, 'invalid_body', '{"url": "https://exam'],
    ['that is empty', 400, 'invalid_body', ''],
    ['with a number as text', 400, 'invalid_body', endpoint({ max_in_flight: '4' })],
    ['with half a character', 400, 'invalid_body', endpoint({ description: '\ud800' })],
    ['with a character that no text can contain', 400, 'invalid_body', endpoint({ description: 'a\0b' })],
    ['that is null', 400, 'invalid_body', 'null'],
    ['of only lists', 400, 'invalid_body', '['.repeat(250_000)],
    ['of only objects', 400, 'invalid_body', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['of many empty lists', 400, 'invalid_body', `[${'[],'.repeat(80_000)}[]]`],
    ['with a key that would change a prototype', 400, 'invalid_body', '{"__proto__": {"a": 1}}'],
    ['without a field', 400, 'invalid_body', '{"events": ["bill.action"]}'],
    ['with an extra field', 400, 'invalid_body', endpoint({ colour: 'red' })],
    ['with an unknown event', 400, 'invalid_body', endpoint({ events: ['bill.exploded'] })],
    ['with an invalid address', 422, 'invalid_body', endpoint({ url: 'not an address' })],
    ['of 300 KB', 413, 'body_too_large', endpoint({ url: `https://example.com/${'a'.repeat(300_000)}` })],
  ])('%s is refused with %i %s', async (_, status, code, payload) => {
    expect(await post(payload)).toEqual({ status, code })
  })

  it('of a different media type is refused with 415 unsupported_media_type', async () => {
    for (const type of ['application/xml', 'text/plain']) {
      expect(await post('<a/>', type)).toEqual({ status: 415, code: 'unsupported_media_type' })
    }
  })
})

describe('a filter with an empty value', () => {
  const ask = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    api.app.inject({ method, url, payload, headers: { authorization: `Bearer ${tokens.valid}` } })

  it.each([
    { jurisdictions: [] },
    { bill_ids: [] },
    { subjects: [] },
    { jurisdictions: ['zz'], subjects: [] },
    { jurisdictions: [''] },
    { subjects: ['  '] },
    { topic: '' },
    { topic: '  ' },
  ])('%j is refused, and never matches everything', async (filter) => {
    const { url } = await createReceiver()
    const made = await ask('POST', '/v1/webhook_endpoints', {
      url,
      events: ['*'],
      filter: { followed: true },
    })
    expect(made.statusCode).toBe(201)
    const path = `/v1/webhook_endpoints/${made.json().id}`
    for (const answer of [
      await ask('POST', '/v1/webhook_endpoints', { url: `${url}/other`, events: ['*'], filter }),
      await ask('PATCH', path, { filter }),
    ]) {
      expect(answer.json(), answer.body).toMatchObject({
        status: 400,
        code: 'invalid_body',
        errors: [{ pointer: expect.stringMatching(/^\/filter\/\w+/) }],
      })
    }
    const kept = await ask('PATCH', path, { description: 'kept' })
    expect(kept.json().filter).toEqual({ followed: true })
    expect((await ask('PATCH', path, { filter: {} })).json().filter).toEqual({})
    await api.app.inject({
      method: 'DELETE',
      url: path,
      headers: { authorization: `Bearer ${tokens.valid}` },
    })
  })

  it.each([
    'bills?jurisdiction=',
    'bills?status=,',
    'bills?status=',
    'bills?identifier=,',
    'bills?identifier=%20',
    'bills?subject=%20',
    'bills?session=',
    'bills?include=,',
    'bills?jurisdiction=,',
    'votes?bill=',
    'votes?session=%20',
    'legislators?committee=',
    'legislators?district=%20',
    'regulations?agency=%20',
    'regulations?docket=',
    'search?q=%20',
    'webhook_deliveries?status=',
    'webhook_deliveries?endpoint_id=',
  ])('%s is refused', async (path) => {
    const headers = { authorization: `Bearer ${tokens.valid}` }
    expect(await refused({ url: `/v1/${path}`, headers })).toEqual({ status: 400, code: 'invalid_parameter' })
  })
})

it('a POST of JSON without a body works if none is needed', async () => {
  const { url } = await createReceiver()
  const headers = { authorization: `Bearer ${tokens.valid}`, 'content-type': 'application/json' }
  const post = (path: string) => api.app.inject({ method: 'POST', url: `/v1/${path}`, headers })
  const made = await api.app.inject({
    method: 'POST',
    url: '/v1/webhook_endpoints',
    headers,
    payload: { url, events: ['*'] },
  })
  const endpoint = `webhook_endpoints/${made.json().id}`
  for (const verb of ['pause', 'resume', 'disable', 'enable', 'test', 'secret/rotate']) {
    expect((await post(`${endpoint}/${verb}`)).statusCode, verb).toBe(200)
  }
  const removed = await api.app.inject({ method: 'DELETE', url: `/v1/${endpoint}`, headers })
  expect(removed.statusCode).toBe(204)
})

it('every refusal is counted by route and status, and by no value that a caller chooses', async () => {
  const metrics = (await api.app.inject('/metrics')).body
  expect(metrics).toMatch(
    /legislog_api_requests_total\{method="GET",route="\/v1\/bills",status="400"\} [1-9]/,
  )
  expect(metrics).toMatch(
    /legislog_api_requests_total\{method="GET",route="\/v1\/bills",status="401"\} [1-9]/,
  )
  expect(metrics).not.toContain('atlantis')
})
