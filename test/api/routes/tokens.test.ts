import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi
let keeper: string
let admin: string

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test)
  keeper = await api.issue({ account: 'acme', tier: 'business', scopes: ['read', 'tokens'] })
  admin = await api.issue({ account: 'operator', scopes: ['admin'] })
})

const as = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  api.get(url, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  })

describe('/v1/tokens', () => {
  it('creates a token, shows it once, lists it without the secret, and revokes it at once', async () => {
    const made = await as(keeper, 'POST', '/v1/tokens', { scopes: ['read'] })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.headers['cache-control']).toBe('no-store')
    const { id, token } = made.json()
    expect((await as(token, 'GET', '/v1/bills')).statusCode).toBe(200)
    const listed = await as(keeper, 'GET', '/v1/tokens')
    expect(listed.json().data.map((item: { id: number }) => item.id)).toContain(id)
    expect(listed.body).not.toContain(token)
    expect((await as(keeper, 'DELETE', `/v1/tokens/${id}`)).statusCode).toBe(204)
    expect((await as(token, 'GET', '/v1/bills')).statusCode).toBe(401)
    const { rows } = await test.database.query('SELECT * FROM account.token')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('gives no scope that the caller lacks, and no access to another account', async () => {
    for (const body of [
      { scopes: ['webhooks'] },
      { scopes: ['admin'] },
      { account: 'operator' },
      { tier: 'enterprise' },
    ]) {
      const answer = await as(keeper, 'POST', '/v1/tokens', body)
      expect(answer.json()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    }
    expect((await as(keeper, 'GET', '/v1/tokens?account=operator')).statusCode).toBe(403)
    const { data } = (await as(admin, 'GET', '/v1/tokens?account=operator')).json()
    expect((await as(keeper, 'DELETE', `/v1/tokens/${data[0].id}`)).statusCode).toBe(404)
    expect((await as(api.token, 'GET', '/v1/tokens')).statusCode).toBe(403)
  })

  it('lets an admin create accounts and their tokens', async () => {
    const made = (await as(admin, 'POST', '/v1/tokens', { account: 'newcomer', tier: 'developer' })).json()
    expect(made).toMatchObject({
      account: 'newcomer',
      tier: 'developer',
      scopes: ['read', 'find_your_rep', 'webhooks', 'alerts', 'sheets', 'scorecards'],
    })
    const answer = await as(made.token, 'GET', '/v1/bills')
    expect(answer.headers['ratelimit-policy']).toBe('"minute";q=300;w=60')
  })

  it('refuses invalid bodies', async () => {
    for (const body of [
      { scopes: [] },
      { scopes: ['fly'] },
      { expires_at: 'soon' },
      { extra: 1 },
      { account: '' },
    ]) {
      expect((await as(admin, 'POST', '/v1/tokens', body)).statusCode).toBe(400)
    }
  })

  it.each([
    '2020-01-01',
    '2026-02-30',
    '0000-01-01',
    '10000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '99999-12-31',
    '9999-12-31T23:59:59-01:00',
    '275760-09-13',
  ])('refuses the expiry %s, with the name of the member', async (expiresAt) => {
    const answer = await as(admin, 'POST', '/v1/tokens', { expires_at: expiresAt })
    expect(answer.json(), answer.body).toMatchObject({
      status: 400,
      code: 'invalid_body',
      detail: expect.stringContaining(`expires_at is "${expiresAt}"`),
      errors: [{ pointer: '/expires_at' }],
    })
  })

  it('is a collection like others, with only the tokens of the account', async () => {
    const owner = await api.issue({ account: 'many', scopes: ['tokens'] })
    const many = await createTestApi(test, { token: owner })
    for (let turn = 0; turn < 9; turn += 1) await api.issue({ account: 'many' })
    await test.database.query(
      `UPDATE account.token SET updated_at = '2026-01-01'::timestamptz + id / 3 * interval '1 hour'
       WHERE account_id = (SELECT id FROM account.account WHERE name = 'many')`,
    )
    for (const query of ['limit=3', 'limit=3&updated_since=2026-01-01']) {
      const { items, pages } = await walkPages(many, `/v1/tokens?${query}`)
      expect(new Set(items.map(({ id }) => id)).size).toBe(10)
      expect(pages).toBe(4)
    }
    const [, second] = (await many.get('/v1/tokens?limit=2')).json().data
    const one = await many.get(`/v1/tokens/${second.id}`)
    expect(one.json()).toEqual(second)
    expect((await as(keeper, 'GET', `/v1/tokens/${second.id}`)).statusCode).toBe(404)
    await many.get(`/v1/tokens/${second.id}`, { method: 'DELETE' })
    const later = (await many.get('/v1/tokens?updated_since=2026-06-01')).json()
    expect(later.data, 'a minute later').toEqual([])
    await test.database.query(
      "UPDATE account.token SET updated_at = now() - interval '2 minutes' WHERE id = $1",
      [second.id],
    )
    const changed = (await many.get('/v1/tokens?updated_since=2026-06-01')).json()
    expect(changed.data).toMatchObject([{ id: second.id, revoked_at: expect.any(String) }])
  })

  it('allows an account a hundred live tokens, even if many are requested at once', async () => {
    const owner = await api.issue({ account: 'greedy', scopes: ['tokens'], tier: 'enterprise' })
    for (let turn = 0; turn < 94; turn += 1) await api.issue({ account: 'greedy' })
    const asked = Array.from({ length: 15 }, () => as(owner, 'POST', '/v1/tokens', {}))
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)
    expect((await as(owner, 'POST', '/v1/tokens', {})).json().code).toBe('limit_reached')
  })
})
