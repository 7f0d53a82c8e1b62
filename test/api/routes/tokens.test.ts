import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createProjected } from '../../support/projected.ts'

let test: TestDatabase
let api: TestApi
let keeper: string
let admin: string

beforeAll(async () => {
  test = await createTestDatabase()
  await createProjected(test)
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
  it('makes a token, shows it once, lists what is not secret, and revokes it at once', async () => {
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

  it('gives no scope that its maker lacks, and no other account', async () => {
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

  it('lets admin make accounts and their tokens', async () => {
    const made = (await as(admin, 'POST', '/v1/tokens', { account: 'newcomer', tier: 'developer' })).json()
    expect(made).toMatchObject({
      account: 'newcomer',
      tier: 'developer',
      scopes: ['read', 'find_your_rep', 'webhooks', 'alerts'],
    })
    const answer = await as(made.token, 'GET', '/v1/bills')
    expect(answer.headers['ratelimit-policy']).toBe('"minute";q=300;w=60')
  })

  it('refuses bodies that are not what it takes', async () => {
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
})
