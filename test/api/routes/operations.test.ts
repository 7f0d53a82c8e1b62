import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

const clock = createManualClock('2026-06-30T12:00:00Z')
let test: TestDatabase
let api: TestApi
let operator: string

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, { clock })
  operator = await api.issue({ account: 'operator', tier: 'enterprise', scopes: ['admin'] })
})

const ask = (token: string) =>
  api.get('/v1/analytics/operations', { headers: { authorization: `Bearer ${token}` } })

describe('GET /v1/analytics/operations', () => {
  it('is refused without the scope admin', async () => {
    const token = await api.issue({ account: 'tenant', tier: 'enterprise', scopes: ['read', 'sheets'] })
    expect((await ask(token)).statusCode).toBe(403)
  })

  it('shows late sources, quarantine by reason, parked events of each reader, rebuilds, and failures', async () => {
    await test.database.query(`
      INSERT INTO control.source (source, interval_s, first_fetch_at, last_status, last_ended_at, last_error, fetch_failures)
        VALUES ('slow', 3600, '2026-06-30T06:00:00Z', 'failed', '2026-06-30T07:00:00Z', 'timeout', 3);
      INSERT INTO ingest.quarantine (source, record, reason, detail, sha256, bytes, run_id)
        SELECT 'slow', 'r' || n, 'invalid', 'title is missing in ' || n, 's' || n, 'x', 'run' FROM generate_series(1, 3) n;
      INSERT INTO control.parked_event (read_schema, topic, partition, "offset", key, code, error, headers, appended_at, dropped_at)
        VALUES ('read_0001', 'legislog.bills.v1', 0, 7, 'k', 'invalid', 'broken', '{}', 0, NULL),
          ('read_0001', 'legislog.bills.v1', 0, 8, 'k', 'invalid', 'dropped', '{}', 0, now());
      INSERT INTO webhook.parked_event VALUES ('legislog.bills.v1', 0, 9, 'k', 'invalid', 'broken', '{}', NULL, 0, now());
      INSERT INTO control.rebuild (read_schema, code, phase, spans, error)
        VALUES ('read_0002', 'c', 'compare', '[]', 'rows differ');
      INSERT INTO derive.failed_result (bill_id, kind, key, method_version, reason, retry_at)
        VALUES (1, 'sections', 'k', 1, 'no text', now())`)
    const answer = await ask(operator)
    expect(answer.statusCode, answer.body).toBe(200)
    const shown = answer.json()
    expect(shown.as_of).toBe('2026-06-30T12:00:00.000000Z')
    expect(shown.sources).toMatchObject([
      { source: 'slow', is_late: true, last_status: 'failed', last_error: 'timeout', fetch_failures: 3 },
    ])
    expect(shown.quarantine).toMatchObject([
      { source: 'slow', reason: 'invalid', jurisdiction: null, records: 3, example: 'title is missing in 3' },
    ])
    const parked = shown.parked.map((one: { reader: string; offset: number }) => [one.reader, one.offset])
    expect(parked.sort()).toEqual([
      ['projections', 7],
      ['webhooks', 9],
    ])
    expect(shown.read_schemas).toMatchObject([{ is_live: true, state: 'projecting' }])
    expect(shown.rebuilds).toMatchObject([
      { read_schema: 'read_0002', phase: 'compare', error: 'rows differ' },
    ])
    expect(shown.derived.failures).toMatchObject([{ kind: 'sections', reason: 'no text', results: 1 }])
  })

  it('counts again after a minute, and answers with the same counts until then', async () => {
    clock.advance(60_000)
    const before = (await ask(operator)).json()
    await test.database.query("UPDATE derive.failed_result SET reason = 'too large'")
    clock.advance(59_999)
    expect((await ask(operator)).json()).toEqual(before)
    clock.advance(1)
    const { as_of, derived } = (await ask(operator)).json()
    expect(as_of).toBe('2026-06-30T12:02:00.000000Z')
    expect(derived.failures).toMatchObject([{ reason: 'too large' }])
  })
})
