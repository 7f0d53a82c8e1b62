import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createProjected, type Projected } from '../../support/projected.ts'

type Statement = { text: string; values: unknown[] }

let test: TestDatabase
let projected: Projected
let api: TestApi

/** Enough bills for the planner to care. */
beforeAll(async () => {
  test = await createTestDatabase()
  projected = await createProjected(test)
  const { name } = projected
  await test.database.query(`
    INSERT INTO ${name}.bills (id, ocd_id, present, jurisdiction, session, identifier, identifier_key, title,
      classification, subjects, status, search_text, item, updated_at, seq, deleted, reasons)
    SELECT n, 'ocd-bill/' || n, true, 'ocd-division/country:us/state:' || (ARRAY['wa', 'de', 'va', 'mp'])[1 + n % 4],
      '2025', 'HB ' || n, 'HB' || n, 'Title', '{}', ARRAY['Subject ' || n % 500],
      CASE n % 50 WHEN 0 THEN 'enacted' ELSE 'introduced' END, 'Relating to word' || n % 300,
      json_build_object('id', n, 'ocd_id', 'ocd-bill/' || n, 'jurisdiction', 'ocd-division/country:us/state:wa',
        'session', '2025', 'identifier', 'HB ' || n, 'title', 'Title', 'chamber', null, 'classification', '{}'::text[],
        'subjects', '{}'::text[], 'status', 'introduced', 'status_detail', null, 'status_date', null,
        'introduced_on', null, 'updated_at', '2026-01-01T00:00:00.000000Z', 'reasons', '{}'::json), '2026-01-01'::timestamptz + n * interval '1 second', n, false, '{}'
    FROM generate_series(1, 30000) n;
    INSERT INTO ${name}.bill_actions (id, bill_id, day, date, first_sequence, item, updated_at, seq, deleted, reasons)
    SELECT 'a' || n, n / 4 + 1, '2026-01-01', '2026-01-01', n, '{"description": "Read"}', '2026-01-01', n, false, '{}'
    FROM generate_series(1, 60000) n;
    ANALYZE ${name}.bills; ANALYZE ${name}.bill_actions;
  `)
  await projected.setWatermark('2027-01-01T00:00:00Z')
  api = await createTestApi(test)
  await api.get('/v1/bills')
}, 120_000)

/** The statements that a request sends. */
async function statementsOf(url: string): Promise<Statement[]> {
  const { query } = test.database
  const sent: Statement[] = []
  test.database.query = ((statement: Statement, ...rest: unknown[]) => {
    sent.push(statement)
    return (query as (...args: unknown[]) => unknown).call(test.database, statement, ...rest)
  }) as typeof query
  await api.app.inject({ url, headers: { authorization: `Bearer ${api.token}` } })
  test.database.query = query
  return sent
}

async function planOf({ text, values }: Statement): Promise<string> {
  const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('list pages', () => {
  it.each([
    ['/v1/bills', 1],
    ['/v1/bills?jurisdiction=wa&status=enacted', 1],
    ['/v1/bills?updated_since=2026-01-01', 1],
    ['/v1/bills?q=HB+77', 1],
    ['/v1/bills?q=word12', 2],
    ['/v1/bills/12', 1],
    ['/v1/bills/12/actions', 1],
    ['/v1/bills/12/sponsors', 1],
    ['/v1/bills/12/votes', 1],
    ['/v1/bills/12/versions', 1],
    ['/v1/bills/12/committees', 1],
    ['/v1/legislators', 1],
    ['/v1/regulations', 1],
    ['/v1/jurisdictions', 1],
    ['/v1/committees', 1],
  ])('%s takes %i statements, however many rows', async (url, count) => {
    expect(await statementsOf(url)).toHaveLength(count)
  })

  it.each([
    ['/v1/bills?limit=200', 'bills_pkey'],
    ['/v1/bills?jurisdiction=wa', 'bills_jurisdiction_id_idx'],
    ['/v1/bills?status=introduced', 'bills_status_id_idx'],
    ['/v1/bills?jurisdiction=wa&session=2025', 'bills_jurisdiction_session_id_idx'],
    ['/v1/bills?updated_since=2026-01-01T08:00:00Z&limit=200', 'bills_updated_at_seq_id_idx'],
    ['/v1/bills?q=HB77', 'bills_identifier_key_id_idx'],
  ])('%s reads a range of %s and sorts nothing', async (url, index) => {
    const [statement] = await statementsOf(url)
    const plan = await planOf(statement!)
    expect(plan).toContain(index)
    // The newest of a bill's few actions is sorted out of them; the page itself never is.
    expect(plan.replace(/SubPlan[\s\S]*$/, ''), plan).not.toMatch(/Sort|Seq Scan on bills/)
  })

  it('a later page reads the same range from its cursor on', async () => {
    for (const query of [
      'limit=100',
      'jurisdiction=wa',
      'jurisdiction=wa&session=2025',
      'updated_since=2026-01-01',
    ]) {
      const { next_cursor } = (await api.get(`/v1/bills?${query}`)).json()
      const [statement] = await statementsOf(`/v1/bills?${query}&cursor=${next_cursor}`)
      const plan = await planOf(statement!)
      expect(plan).toMatch(/Index Cond: .*(ROW|id >)/)
    }
  })

  it('words and subjects go by their own indexes', async () => {
    const [, words] = await statementsOf('/v1/bills?q=word12')
    expect(await planOf(words!)).toContain('to_tsvector')
    const [subject] = await statementsOf('/v1/bills?subject=Subject+7')
    expect(await planOf(subject!)).toContain('bills_subjects_idx')
  })
})
