import { beforeAll, describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { buyCredits } from '../../../api/accounts/credits.ts'
import { reserveLookup } from '../../../api/accounts/lookups.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const clock = createManualClock('2026-06-30T12:00:00Z')
let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, { clock, settings: { lookup_limits: 'free=3' } })
})

const as = (token: string, url: string) => api.get(url, { headers: { authorization: `Bearer ${token}` } })

/** Makes calls on another server, which has written its counts when it is closed. */
async function callElsewhere(
  token: string,
  urls: readonly string[],
  settings: Partial<Settings> = {},
): Promise<number[]> {
  const server = await createTestApi(test, { clock, settings })
  const statuses: number[] = []
  for (const url of urls) {
    const { statusCode } = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    statuses.push(statusCode)
  }
  await server.app.close()
  return statuses
}

describe('GET /v1/analytics/usage', () => {
  it('returns the limits of the tier and how much of them is used', async () => {
    const token = await api.issue({ account: 'used', tier: 'free' })
    const { id } = await ensureAccount(test.database, 'used', undefined)
    await callElsewhere(token, ['/v1/bills', '/api/v1/bills', '/v1/bills/999'])
    await reserveLookup(test.database, id, 3, clock.now())
    await buyCredits(test.database, id, 40, undefined)
    const answer = await as(token, '/v1/analytics/usage')
    expect(answer.json()).toEqual({
      account: 'used',
      tier: 'free',
      as_of: '2026-06-30T12:00:00.000000Z',
      limits: { requests_a_minute: 60, lookups_a_month: 3, page_limit_max: 200, webhooks: false },
      requests: { minute: { used: 1, remaining: 59, resets_in_s: 60 }, today: 3, month: 3 },
      lookups: {
        month: '2026-06',
        cap: 3,
        used: 1,
        remaining: 2,
        resets_at: '2026-07-01T00:00:00.000000Z',
        credits: { balance: 40, bought: 40, spent: 0, expires_at: null },
      },
    })
  })

  it('does not count requests that the rate limit refused', async () => {
    const token = await api.issue({ account: 'eager', tier: 'free' })
    const urls = Array.from({ length: 40 }, () => '/v1/bills?limit=1')
    const statuses = await callElsewhere(token, urls, { rate_limits: 'free=5' })
    const [answered, refused] = [200, 429].map((status) => statuses.filter((one) => one === status).length)
    expect(refused).toBeGreaterThan(0)
    const { requests } = (await as(token, '/v1/analytics/usage')).json()
    expect(requests).toMatchObject({ today: answered, month: answered })
    const { data } = (await as(token, '/v1/analytics/api')).json()
    const counted = data.map((item: { status: number; requests: number }) => [item.status, item.requests])
    expect(counted.sort()).toEqual([
      [200, answered],
      [429, refused],
    ])
  })

  it('returns null for limits that are not counted', async () => {
    const lifted = await createTestApi(test, { clock, settings: { rate_limits: '0' } })
    const down = await createTestApi(test, { clock, redis_url: 'redis://127.0.0.1:1' })
    expect((await lifted.get('/v1/analytics/usage')).json()).toMatchObject({
      limits: { requests_a_minute: null },
      requests: { minute: null },
    })
    expect((await down.get('/v1/analytics/usage')).json()).toMatchObject({
      limits: { requests_a_minute: 6_000 },
      requests: { minute: null },
    })
  })
})

describe('GET /v1/analytics/api', () => {
  it('returns calls by day, route and status, under one route for both prefixes and without ids', async () => {
    const token = await api.issue({ account: 'caller' })
    await callElsewhere(token, [
      '/v1/bills',
      '/api/v1/bills',
      '/v1/bills/998',
      '/v1/bills/999?x=1',
      '/v1/nowhere',
    ])
    const { data, next_cursor } = (await as(token, '/v1/analytics/api')).json()
    expect(next_cursor).toBeNull()
    const counted = data.map((item: Record<string, unknown>) => [item.route, item.status, item.requests])
    expect(counted.sort()).toEqual([
      ['/v1/bills', 200, 2],
      ['/v1/bills/:id', 400, 1],
      ['/v1/bills/:id', 404, 1],
    ])
    expect(data[0]).toMatchObject({ day: '2026-06-30', method: 'GET' })
    for (const item of data) {
      expect(item.latency).toHaveLength(11)
      expect(item.latency.at(-1).up_to_ms).toBeNull()
      const classed = item.latency.reduce((sum: number, one: { requests: number }) => sum + one.requests, 0)
      expect(classed).toBe(item.requests)
    }
  })

  it('is a collection with pages, filters and updated_since', async () => {
    const token = await api.issue({ account: 'pager' })
    const { id } = await ensureAccount(test.database, 'pager', undefined)
    await test.database.query(
      `INSERT INTO account.request_count
         (account_id, day, method, route, status, requests, duration_ms, buckets, updated_at)
       SELECT $1, '2026-01-01'::date + n, 'GET', '/v1/bills', 200, 1, 5, array_fill(0::bigint, ARRAY[11]),
         '2026-01-01'::timestamptz + n / 3 * interval '1 day'
       FROM generate_series(0, 99) n`,
      [id],
    )
    const own = await createTestApi(test, { clock, token })
    for (const query of ['limit=7', 'limit=7&updated_since=2026-01-01']) {
      const { items } = await walkPages(own, `/v1/analytics/api?${query}`)
      expect(new Set(items.map((item) => item.id)).size, query).toBe(100)
    }
    const get = async (url: string) => (await own.get(url)).json()
    const some = await get('/v1/analytics/api?since=2026-01-31&until=2026-02-02')
    expect(some.data.map(({ day }: { day: string }) => day)).toEqual([
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
    ])
    expect((await get('/v1/analytics/api?updated_since=2026-02-01T00:00:00Z')).data).toHaveLength(7)
    expect((await get('/v1/analytics/api?since=2026-02-30')).code).toBe('invalid_parameter')
    expect((await get(`/v1/analytics/api?cursor=${some.next_cursor ?? 'x'}`)).code).toBe('cursor_invalid')
  })
})
