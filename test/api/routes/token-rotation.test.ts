import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi
let keeper: string

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test)
  keeper = await api.issue({ account: 'acme', scopes: ['read', 'tokens'] })
})

const as = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  api.get(url, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  })

const make = async (body: object = { scopes: ['read'] }) =>
  (await as(keeper, 'POST', '/v1/tokens', body)).json()
const works = async (token: string) => (await as(token, 'GET', '/v1/bills')).statusCode === 200

type Listed = { id: number; scopes: string[] }

describe('a rotated token', () => {
  it('works next to the new one until the overlap ends', async () => {
    const former = await make()
    const answer = await as(keeper, 'POST', `/v1/tokens/${former.id}/rotate`, { overlap_seconds: 3_600 })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.headers['cache-control']).toBe('no-store')
    const made = answer.json()
    expect(answer.headers.location).toBe(`/v1/tokens/${made.id}`)
    expect(made).toMatchObject({ scopes: ['read'], account: 'acme', expires_at: null })
    expect([await works(former.token), await works(made.token)]).toEqual([true, true])
    const shown = (await as(keeper, 'GET', `/v1/tokens/${former.id}`)).json()
    expect(shown.replaced_by).toBe(made.id)
    const left_s = (Date.parse(shown.expires_at) - Date.now()) / 1_000
    expect(left_s).toBeGreaterThan(3_500)
    expect(left_s).toBeLessThanOrEqual(3_601)
  })

  it('works for a day by default, and stops at once if the overlap is zero', async () => {
    const [day, none] = [await make(), await make()]
    await as(keeper, 'POST', `/v1/tokens/${day.id}/rotate`)
    const { expires_at } = (await as(keeper, 'GET', `/v1/tokens/${day.id}`)).json()
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)).toBe(24)
    expect(await works(none.token)).toBe(true)
    const made = (await as(keeper, 'POST', `/v1/tokens/${none.id}/rotate`, { overlap_seconds: 0 })).json()
    expect([await works(none.token), await works(made.token)]).toEqual([false, true])
  })

  it('keeps its own expiry, and the new token gets the same lifetime', async () => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    const former = await make({ scopes: ['read'], expires_at: expiresAt })
    const made = (
      await as(keeper, 'POST', `/v1/tokens/${former.id}/rotate`, { overlap_seconds: 604_800 })
    ).json()
    const shown = (await as(keeper, 'GET', `/v1/tokens/${former.id}`)).json()
    expect(Date.parse(shown.expires_at)).toBe(Date.parse(expiresAt))
    const life_s = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 1_000
    expect(life_s).toBeGreaterThan(590)
    expect(life_s).toBeLessThanOrEqual(600)
  })

  it('is rotated by only one of many simultaneous requests, and never again', async () => {
    const { id } = await make()
    const tried = await Promise.all(
      Array.from({ length: 10 }, () => as(keeper, 'POST', `/v1/tokens/${id}/rotate`)),
    )
    const statuses = tried.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect((await as(keeper, 'POST', `/v1/tokens/${id}/rotate`)).json().code).toBe('conflict')
  })

  it('must be live, of the same account, and without scopes that its caller lacks', async () => {
    const revoked = await make()
    await as(keeper, 'DELETE', `/v1/tokens/${revoked.id}`)
    expect((await as(keeper, 'POST', `/v1/tokens/${revoked.id}/rotate`)).statusCode).toBe(409)
    const stranger = await api.issue({ account: 'stranger', scopes: ['read', 'tokens'] })
    expect((await as(stranger, 'POST', `/v1/tokens/${revoked.id}/rotate`)).statusCode).toBe(404)
    await api.issue({ account: 'acme', scopes: ['admin'] })
    const { data } = (await as(keeper, 'GET', '/v1/tokens')).json()
    const mighty = data.find(({ scopes }: { scopes: string[] }) => scopes.includes('admin'))
    const refused = await as(keeper, 'POST', `/v1/tokens/${mighty.id}/rotate`)
    expect(refused.json()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    const tooLong = await as(keeper, 'POST', `/v1/tokens/${mighty.id}/rotate`, { overlap_seconds: 604_801 })
    expect(tooLong.statusCode).toBe(400)
  })

  it('may at most double the live tokens of its account', async () => {
    const owner = await api.issue({ account: 'turning', scopes: ['read', 'tokens'], tier: 'enterprise' })
    for (let turn = 0; turn < 99; turn += 1) await api.issue({ account: 'turning', scopes: ['read'] })
    const { data } = (await as(owner, 'GET', '/v1/tokens?limit=200')).json<{ data: Listed[] }>()
    const issued = data.filter(({ scopes }) => !scopes.includes('tokens'))
    const rotate = (id: number) => as(owner, 'POST', `/v1/tokens/${id}/rotate`)
    const made = []
    for (const { id } of issued) made.push((await rotate(id)).json())
    const last = await rotate(made[0].id)
    expect(last.statusCode, last.body).toBe(201)
    const refused = await rotate(made[1].id)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'limit_reached', detail: expect.stringContaining('200') })
    expect(await works(made[1].token)).toBe(true)
  })
})
