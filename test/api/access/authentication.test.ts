import { beforeAll, describe, expect, it } from 'vitest'
import { listTokens, revokeToken } from '../../../api/accounts/accounts.ts'
import { createToken } from '../../../api/accounts/tokens/token-text.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const clock = createManualClock(new Date().toISOString())
let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, { clock })
})

const ask = (authorization: string | undefined, url = '/v1/bills') =>
  api.app.inject({ url, headers: authorization === undefined ? {} : { authorization } })

describe('authentication', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'apikey', 'Apikey', 'APIKEY'])(
    'accepts the scheme %s',
    async (scheme) => {
      for (const url of ['/v1/bills', '/api/v1/bills']) {
        expect((await ask(`${scheme} ${api.token}`, url)).statusCode).toBe(200)
      }
    },
  )

  it('returns 401 token_missing if the request has no token', async () => {
    const answer = await ask(undefined)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ code: 'token_missing', status: 401, instance: '/v1/bills' })
  })

  it.each([
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer abc',
    'Bearer a b',
    `Token ${createToken()}`,
    `Bearer ${createToken()}`,
  ])('refuses the header %j', async (header) => {
    const answer = await ask(header)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(answer.json()).toMatchObject({ code: 'token_invalid' })
  })

  it('never accepts a token in the query', async () => {
    const answer = await ask(undefined, `/v1/bills?access_token=${api.token}`)
    expect(answer.statusCode).toBe(401)
    expect(answer.body).not.toContain(api.token)
  })

  it('refuses a token from the moment at which it expires', async () => {
    const expiresAt = new Date(clock.now().getTime() + 5_000).toISOString()
    const token = await api.issue({ expires_at: expiresAt })
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
    clock.advance(5_001)
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(401)
  })

  it('notices within ten seconds that another process revoked a token', async () => {
    const token = await api.issue()
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
    await revokeToken(test.database, { token })
    clock.advance(10_001)
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(401)
  })

  it('refuses a token without the required scope, and accepts an admin token everywhere', async () => {
    const reader = await api.issue({ scopes: ['webhooks'] })
    const answer = await ask(`Bearer ${reader}`)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'insufficient_scope' })
    expect(answer.headers['www-authenticate']).toContain('scope="read"')
    expect((await ask(`Bearer ${await api.issue({ scopes: ['admin'] })}`)).statusCode).toBe(200)
  })

  it.each(['/healthz', '/readyz', '/metrics', '/v1/openapi.json', '/api/v1/openapi.json'])(
    'requires no token for %s',
    async (url) => expect((await ask(undefined, url)).statusCode).toBe(200),
  )

  it('does not query the database again for a repeated token, valid or not', async () => {
    const unknown = `Bearer ${createToken()}`
    const known = `Bearer ${await api.issue()}`
    for (const header of [unknown, known]) await ask(header, '/v1/bills/1')
    const { query } = test.database
    const texts: string[] = []
    test.database.query = ((statement: unknown, ...rest: unknown[]) => {
      texts.push(typeof statement === 'string' ? statement : String((statement as { text: string }).text))
      return (query as (...args: unknown[]) => unknown).call(test.database, statement, ...rest)
    }) as typeof query
    for (const header of [unknown, known, unknown, known]) await ask(header, '/v1/bills/1')
    test.database.query = query
    expect(texts.filter((text) => text.includes('account.token'))).toEqual([])
  })

  it('stores the time at which a token was last used', async () => {
    const before = (await listTokens(test.database, { account: 'test' })).at(0)
    expect(before?.last_used_at).toBeNull()
    const other = await createTestApi(test, { clock })
    await other.app.inject({ url: '/v1/bills', headers: { authorization: `Bearer ${api.token}` } })
    await other.app.close()
    const after = (await listTokens(test.database, { account: 'test' })).at(0)
    expect(after?.last_used_at).not.toBeNull()
  })
})
