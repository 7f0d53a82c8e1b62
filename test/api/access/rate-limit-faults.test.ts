import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createOwnRedis, type OwnRedis } from '../../support/servers/own-redis.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let redis: OwnRedis
let api: TestApi
let token: string

beforeAll(async () => {
  const test = await createProjectedDatabase()
  await createProjectedSchema(test)
  redis = await createOwnRedis()
  api = await createTestApi(test, { redis_url: redis.url })
  token = await api.issue({ tier: 'free', account: 'counted' })
  await api.get('/v1/bills')
})

const ask = () => api.get('/v1/bills?limit=1', { headers: { authorization: `Bearer ${token}` } })

/** Sends a burst, and returns how many requests were counted. */
async function burst(count: number) {
  const answers = await Promise.all(Array.from({ length: count }, ask))
  return {
    statuses: answers.map(({ statusCode }) => statusCode),
    counted: answers.filter(({ headers }) => headers.ratelimit !== undefined).length,
  }
}

async function skipped(): Promise<number> {
  const { body } = await api.app.inject('/metrics')
  return Number(/^legislog_api_rate_limit_skipped_total (\d+)$/m.exec(body)?.[1])
}

const isCounting = () =>
  eventually(async () => (await ask()).headers.ratelimit !== undefined, { interval_ms: 200 })

describe('the rate limit', () => {
  it('counts from zero after Redis lost all keys and scripts', async () => {
    await isCounting()
    await redis.flush()
    const { statuses, counted } = await burst(30)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(counted).toBe(30)
    expect((await ask()).headers.ratelimit).toMatch(/^"minute";r=(?:29|28|27);/)
  })

  it('lets all requests pass while Redis hangs, and counts them in a metric', async () => {
    await isCounting()
    const before = await skipped()
    redis.freeze()
    try {
      for (let round = 0; round < 3; round += 1) {
        const { statuses, counted } = await burst(70)
        expect(new Set(statuses)).toEqual(new Set([200]))
        expect(counted).toBe(0)
      }
      expect(await skipped()).toBe(before + 210)
      expect((await api.app.inject('/readyz')).json()).toMatchObject({ checks: { redis: { ok: false } } })
    } finally {
      redis.thaw()
    }
    await isCounting()
  })

  it('lets requests pass while Redis is down, and counts again after a restart', async () => {
    await redis.kill()
    const { statuses, counted } = await burst(70)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(counted).toBe(0)
    await redis.start()
    await isCounting()
    const after = await burst(70)
    expect(after.statuses).toContain(429)
    expect(after.counted).toBe(70)
  })
})
