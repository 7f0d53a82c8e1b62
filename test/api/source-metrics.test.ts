import { beforeAll, expect, it } from 'vitest'
import { addDelays } from '../../runtime/delays/delay-counter.ts'
import { createProjectedSchema } from '../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../support/api/test-api.ts'
import { createProjectedDatabase } from '../support/stores/database.ts'

const test = await createProjectedDatabase()
let api: TestApi

beforeAll(async () => {
  await createProjectedSchema(test)
  const at_ms = Date.now()
  const place = { jurisdiction: 'ocd-division/country:us/state:wa', at_ms }
  await addDelays(test.database, 'api', [{ ...place, delay_ms: 120, events: 2 }])
  await addDelays(test.database, 'webhook', [{ ...place, delay_ms: 120, events: 19 }])
  const slow = { ...place, jurisdiction: 'ocd-division/country:us/state:va' }
  await addDelays(test.database, 'webhook', [
    { ...slow, delay_ms: 120, events: 15 },
    { ...slow, delay_ms: 2_000_000_000, events: 15 },
  ])
  api = await createTestApi(test)
  await test.database.query(`
    INSERT INTO control.source (source, interval_s, last_status, last_ended_at, last_success_at, first_fetch_at,
      last_fetch_success_at, fetch_failures, quarantined)
    VALUES ('legiscan', 3600, 'failed', '2020-01-02T00:00:00Z', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z',
        '2020-01-01T00:00:00Z', 3, '{"record_invalid": 2}'),
      ('openstates-scraper', NULL, 'done', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z', NULL, NULL, 0, '{}');
    INSERT INTO control.source_week (source, week, runs, events)
    SELECT 'federal-register', date_trunc('week', now() AT TIME ZONE 'UTC')::date - 7 * ago, 5,
      CASE WHEN ago <= 3 THEN 0 ELSE 600 END FROM generate_series(0, 9) AS ago;
    INSERT INTO control.source_freshness (source, jurisdiction, last_change_at)
    VALUES ('legiscan', 'ocd-division/country:us/state:wa', '2020-01-01T00:00:00Z');
    INSERT INTO control.name_matching (jurisdiction, voters, unmatched_voters, sponsors, unmatched_sponsors)
    VALUES ('ocd-division/country:us/state:wa', 8, 2, 0, 0);
    INSERT INTO control.identifier_series
      (jurisdiction, session, prefix, present, lowest, highest, missing, first_missing)
    VALUES ('ocd-division/country:us/state:wa', '2025-2026', 'HB', 3, 1000, 1004, 2, '{1001,1003}')`)
})

it('the metrics report old sources, missing bills and unmatched names: S17, I18, V18', async () => {
  const { body } = await api.app.inject('/metrics')
  const WA = 'jurisdiction="ocd-division/country:us/state:wa"'
  for (const line of [
    'legislog_source_last_success_seconds{source="legiscan"} 1577836800',
    'legislog_source_last_attempt_seconds{source="legiscan",status="failed"} 1577923200',
    'legislog_source_interval_seconds{source="legiscan"} 3600',
    'legislog_source_late{source="legiscan"} 1',
    'legislog_source_late{source="openstates-scraper"} 0',
    'legislog_source_fetch_failures{source="legiscan"} 3',
    'legislog_quarantined_records{source="legiscan",reason="record_invalid"} 2',
    'legislog_source_week_events{source="federal-register",week="this"} 0',
    'legislog_source_week_events{source="federal-register",week="last"} 0',
    'legislog_source_week_events{source="federal-register",week="usual"} 600',
    'legislog_source_quiet_weeks{source="federal-register"} 3',
    `legislog_jurisdiction_last_change_seconds{source="legiscan",${WA}} 1577836800`,
    `legislog_unmatched_voters_ratio{${WA}} 0.25`,
    `legislog_missing_identifiers{${WA}} 2`,
  ]) {
    expect(body).toContain(`${line}\n`)
  }
  expect(body).not.toContain('unmatched_sponsors_ratio{')
})

it('the metrics report delays, and show no more about webhooks than coverage does', async () => {
  const { body } = await api.app.inject('/metrics')
  const delays = body.split('\n').filter((line) => line.startsWith('legislog_delay_seconds{'))
  const VA = 'jurisdiction="ocd-division/country:us/state:va"'
  const WA = 'jurisdiction="ocd-division/country:us/state:wa"'
  expect(delays).toEqual([
    `legislog_delay_seconds{target="webhook",${VA},quantile="0.5"} 0.15`,
    `legislog_delay_seconds{target="webhook",${VA},quantile="0.95"} +Inf`,
    `legislog_delay_seconds{target="api",${WA},quantile="0.5"} 0.15`,
    `legislog_delay_seconds{target="api",${WA},quantile="0.95"} 0.15`,
  ])
})

it('the metrics read Postgres only after a pause, even if they are scraped more often', async () => {
  await test.database.query('UPDATE control.source SET fetch_failures = 4')
  const { body } = await api.app.inject('/metrics')
  expect(body).toContain('legislog_source_fetch_failures{source="legiscan"} 3\n')
})
