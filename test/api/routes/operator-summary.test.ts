import { beforeAll, describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { buyCredits } from '../../../api/accounts/credits.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const clock = createManualClock('2026-06-30T12:00:00Z')
let test: TestDatabase
let api: TestApi
let operator: string

const ask = (token: string) =>
  api.get('/v1/analytics/summary', { headers: { authorization: `Bearer ${token}` } })

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, { clock })
  operator = await api.issue({ account: 'operator', tier: 'enterprise', scopes: ['read', 'admin'] })
})

/** 100 calls of one account on a day: 96 within 10 ms and 4 without an end, of which two failed. */
async function countCalls(account: string, day: string): Promise<void> {
  const { id } = await ensureAccount(test.database, account, undefined)
  const buckets = (place: number, calls: number) =>
    Array.from({ length: 11 }, (_, index) => (index === place ? calls : 0))
  for (const [status, requests, place] of [
    [200, 90, 1],
    [404, 6, 1],
    [500, 2, 10],
    [200, 2, 10],
    [429, 30, 10],
  ] as const) {
    await test.database.query(
      `INSERT INTO account.request_count (account_id, day, method, route, status, requests, duration_ms, buckets)
       VALUES ($1, $2, 'GET', $3, $4, $5, 0, $6)`,
      [id, day, `/v1/${status}-${place}`, status, requests, buckets(place, requests)],
    )
  }
}

describe('GET /v1/analytics/summary', () => {
  it('is refused without the scope admin', async () => {
    const token = await api.issue({ account: 'tenant', tier: 'business' })
    expect((await ask(token)).statusCode).toBe(403)
  })

  it('counts accounts, tokens, calls and lookups of today and of this month', async () => {
    await countCalls('one', '2026-06-30')
    await countCalls('two', '2026-06-01')
    await countCalls('two', '2026-05-31')
    const { id } = await ensureAccount(test.database, 'one', undefined)
    await buyCredits(test.database, id, 40, undefined)
    await test.database.query(
      `INSERT INTO account.lookup_month (account_id, month, used) VALUES ($1, '2026-06-01', 7), ($1, '2026-05-01', 9)`,
      [id],
    )
    const answer = await ask(operator)
    expect(answer.statusCode).toBe(200)
    const day = { requests: 100, refused: 30, client_errors: 6, server_errors: 2, p95_up_to_ms: 10 }
    expect(answer.json()).toMatchObject({
      as_of: '2026-06-30T12:00:00.000000Z',
      accounts: { total: 5, by_tier: { free: 2, enterprise: 2, business: 1 } },
      tokens: { active: 3 },
      calls: {
        today: day,
        month: { ...day, requests: 200, refused: 60, client_errors: 12, server_errors: 4 },
      },
      lookups: { month: '2026-06', used: 7, credits: 40 },
      webhooks: { endpoints: { enabled: 0, paused: 0, disabled: 0 }, pending: 0, oldest_due_at: null },
      digests: { subscriptions: 0, written_today: 0, mails_waiting: 0 },
      leads: { signed_up_month: 0, confirmed_month: 0 },
    })
  })

  it('has no percentile if more than 5 % of the calls exceed the last class', async () => {
    const { id } = await ensureAccount(test.database, 'slow', undefined)
    await test.database.query(
      `INSERT INTO account.request_count (account_id, day, method, route, status, requests, duration_ms, buckets)
       VALUES ($1, '2026-06-30', 'GET', '/v1/slow', 200, 50, 0, '{0,0,0,0,0,0,0,0,0,0,50}')`,
      [id],
    )
    expect((await ask(operator)).json().calls.today).toMatchObject({ requests: 150, p95_up_to_ms: null })
  })

  it('names sources that are late or failed, and counts what is in quarantine', async () => {
    await test.database.query(
      `INSERT INTO control.source (source, interval_s, last_status, last_fetch_success_at, quarantined) VALUES
         ('legiscan', 3600, 'done', '2026-06-30T11:30:00Z', '{"record_invalid": 2}'),
         ('federal-register', 3600, 'failed', '2026-06-30T01:00:00Z', '{"record_unreadable": 1}')`,
    )
    expect((await ask(operator)).json().freshness).toMatchObject({
      sources: 2,
      late: ['federal-register'],
      failing: ['federal-register'],
      quarantined: 3,
    })
  })

  it('shows the size of the database by schema, and no name of an account', async () => {
    const answer = await ask(operator)
    const { storage } = answer.json()
    const sizes = storage.schemas.map(({ bytes }: { bytes: number }) => bytes)
    expect(sizes).toEqual(sizes.toSorted((one: number, other: number) => other - one))
    expect(storage.schemas.map(({ name }: { name: string }) => name)).toContain('account')
    expect(storage.database_bytes).toBeGreaterThan(sizes[0])
    for (const name of ['tenant', 'one', 'slow']) expect(answer.body).not.toContain(`"${name}"`)
  })
})
