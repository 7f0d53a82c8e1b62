import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'
import { createTestRedis } from '../../support/stores/redis.ts'

const clock = createManualClock('2026-06-01T12:00:00Z')
let test: TestDatabase
let redisUrl: string
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  redisUrl = await createTestRedis()
  api = await createTestApi(test, { clock, redis_url: redisUrl })
})

async function statuses(token: string, count: number, server = api): Promise<number[]> {
  const found: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const { statusCode } = await server.app.inject({
      url: '/v1/bills',
      headers: { authorization: `Bearer ${token}` },
    })
    found.push(statusCode)
  }
  return found
}

describe('the minute limit', () => {
  it('counts the requests of an account over all its tokens and all servers', async () => {
    const first = await api.issue({ tier: 'free', account: 'counted' })
    const second = await api.issue({ tier: 'free', account: 'counted' })
    const other = await createTestApi(test, { clock, redis_url: redisUrl })
    expect(await statuses(first, 30)).not.toContain(429)
    expect(await statuses(second, 30, other)).not.toContain(429)
    expect(await statuses(second, 1)).toEqual([429])
    expect(await statuses(await api.issue({ tier: 'free', account: 'another' }), 1)).toEqual([200])
  })

  it('is reported in every answer, with what is left and when it resets', async () => {
    const token = await api.issue({ tier: 'free', account: 'shown' })
    const headers = { authorization: `Bearer ${token}` }
    const one = await api.app.inject({ url: '/v1/bills', headers })
    expect(one.headers['ratelimit-policy']).toBe('"minute";q=60;w=60')
    expect(one.headers.ratelimit).toBe('"minute";r=59;t=60')
    const missing = await api.app.inject({ url: '/v1/bills/999', headers })
    expect(missing.headers.ratelimit).toBe('"minute";r=58;t=60')
    await statuses(token, 58)
    const refused = await api.app.inject({ url: '/v1/bills', headers })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers.ratelimit).toMatch(/^"minute";r=0;t=\d+$/)
    expect(refused.json()).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      code: 'rate_limited',
      'violated-policies': ['minute'],
    })
    clock.advance(Number(refused.headers['retry-after']) * 1_000)
    expect(await statuses(token, 1)).toEqual([200])
  })

  it('counts 304 answers and refusals for a missing scope', async () => {
    const token = await api.issue({ tier: 'free', account: 'asker', scopes: ['webhooks'] })
    const reader = await api.issue({ tier: 'free', account: 'asker' })
    const ask = (by: string, more: Record<string, string> = {}) =>
      api.app.inject({ url: '/v1/bills', headers: { authorization: `Bearer ${by}`, ...more } })
    const first = await ask(reader)
    const same = await ask(reader, { 'if-none-match': String(first.headers.etag) })
    expect([same.statusCode, same.headers.ratelimit]).toEqual([304, expect.stringContaining('r=58;')])
    const refused = await ask(token)
    expect([refused.statusCode, refused.headers.ratelimit]).toEqual([403, expect.stringContaining('r=57;')])
    expect((await statuses(token, 58)).filter((status) => status === 403)).toHaveLength(57)
    expect(await statuses(reader, 1)).toEqual([429])
  })

  it('slides, so a burst across two minutes does not get twice the limit', async () => {
    clock.set('2026-06-01T13:00:59Z')
    const token = await api.issue({ tier: 'free', account: 'edge' })
    expect((await statuses(token, 60)).filter((status) => status === 200)).toHaveLength(60)
    clock.set('2026-06-01T13:01:01Z')
    expect((await statuses(token, 10)).filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    clock.set('2026-06-01T13:01:30Z')
    const half = (await statuses(token, 60)).filter((status) => status === 200).length
    expect(half).toBeGreaterThanOrEqual(28)
    expect(half).toBeLessThanOrEqual(31)
    clock.set('2026-06-01T13:05:00Z')
    expect(await statuses(token, 1)).toEqual([200])
  })

  it('can be changed or lifted by a setting', async () => {
    const limited = await createTestApi(test, { clock, settings: { rate_limits: 'free=2,developer=0' } })
    expect(await statuses(await limited.issue({ tier: 'free', account: 'two' }), 3, limited)).toEqual([
      200, 200, 429,
    ])
    const token = await limited.issue({ tier: 'developer', account: 'lifted' })
    const answer = await limited.app.inject({
      url: '/v1/bills',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.headers.ratelimit).toBeUndefined()
  })

  it('lets requests pass if Redis is down, and counts them in a metric', async () => {
    const down = await createTestApi(test, { clock, redis_url: 'redis://127.0.0.1:1' })
    expect(await statuses(down.token, 20, down)).toEqual(Array.from({ length: 20 }, () => 200))
    const { body } = await down.app.inject('/metrics')
    expect(body).toContain('legislog_api_rate_limit_skipped_total 20')
    const ready = await down.app.inject('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toMatchObject({ status: 'degraded', checks: { redis: { ok: false } } })
  })
})
