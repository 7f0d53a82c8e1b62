import { beforeAll, describe, expect, it } from 'vitest'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

type Statement = { text: string; values: unknown[] }

let test: TestDatabase
let api: TestApi
let token: string

/** There are many accounts, and one has called every route for years. */
beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, { settings: { rate_limits: '0' } })
  token = await api.issue({ account: 'old', scopes: ['read', 'tokens'] })
  const { id } = await ensureAccount(test.database, 'old', undefined)
  await test.database.query(
    `INSERT INTO account.account (name, tier) SELECT 'account ' || n, 'free' FROM generate_series(1, 2000) n`,
  )
  await test.database.query(
    `INSERT INTO account.request_count (account_id, day, method, route, status, requests, duration_ms, buckets)
     SELECT CASE n % 2 WHEN 0 THEN $1 ELSE 50 + n % 1900 END, current_date - n / 100, 'GET', '/v1/' || n, 200, 1, 1,
       array_fill(0::bigint, ARRAY[11])
     FROM generate_series(1, 30000) n`,
    [id],
  )
  await test.database.query(
    `INSERT INTO account.token (account_id, sha256, shown, scopes)
     SELECT CASE n % 2 WHEN 0 THEN $1 ELSE 50 + n % 1900 END, sha256(n::text::bytea), 'lgl_…', '{read}'
     FROM generate_series(1, 20000) n`,
    [id],
  )
  await test.database.query('ANALYZE account.request_count; ANALYZE account.token; ANALYZE account.account')
  await statementsOf('/v1/analytics/usage')
}, 60_000)

/** The statements that a request sends, without the one that looks up its token. */
async function statementsOf(url: string): Promise<Statement[]> {
  const { query } = test.database
  const sent: Statement[] = []
  test.database.query = ((text: string, values: unknown[]) => {
    sent.push({ text, values })
    return Reflect.apply(query, test.database, [text, values])
  }) as typeof query
  const answer = await api.get(url, { headers: { authorization: `Bearer ${token}` } })
  test.database.query = query
  expect(answer.statusCode, answer.body).toBe(200)
  return sent
}

async function planOf({ text, values }: Statement): Promise<string> {
  const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('a request for data of an account', () => {
  it.each([
    ['/v1/analytics/api', 'request_count_order'],
    ['/v1/analytics/api?updated_since=2026-01-01', 'request_count_changes'],
    ['/v1/tokens', 'token_account'],
    ['/v1/tokens?updated_since=2026-01-01', 'token_changes'],
  ])('to %s takes one statement and one index range', async (url, index) => {
    const sent = await statementsOf(url)
    expect(sent).toHaveLength(1)
    const plan = await planOf(sent[0]!)
    expect(plan).toMatch(new RegExp(`Index (?:Only )?Scan using ${index} `))
    expect(plan).not.toMatch(/Sort|Seq Scan on (?:token|request_count)/)
  })

  it('for its usage takes one statement that scans the days of one month', async () => {
    const sent = await statementsOf('/v1/analytics/usage')
    expect(sent).toHaveLength(1)
    const plan = await planOf(sent[0]!)
    expect(plan).toMatch(/Index Cond: \(\(account_id = '?\d+'?(?:::bigint)?\) AND \(day >= /)
    expect(plan).not.toContain('Seq Scan on request_count')
  })
})
