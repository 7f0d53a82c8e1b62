import { beforeAll, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { readPlan, readPlanForAll, statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

const CHANGES = "'2026-01-01'::timestamptz + n * interval '1 second', n, false, '{}'"
const ORGANIZATIONS = 100_000
const BILLS = 200_000
const organization = (n: string) => `'ocd-advocacy-organization/' || ${n}`

/** Thousands of clients and hundreds of registrants have tens of thousands of filings and positions. The last organization and bill have none. */
beforeAll(async () => {
  test = await createProjectedDatabase()
  const { name, setWatermark } = await createProjectedSchema(test)
  await test.database.query(`
    INSERT INTO ${name}.advocacy_organizations (id, ocd_id, name, name_key, jurisdiction, roles, identifiers, names, subjects,
      item, updated_at, seq, deleted, reasons)
    SELECT ${ORGANIZATIONS} + n, ${organization('n')}, 'Hive ' || n, 'HIVE ' || n, 'ocd-division/country:us', '{client}', '{}', '{}', '{}',
      '{}', ${CHANGES} FROM generate_series(1, 6001) n;
    INSERT INTO ${name}.lobbying_filings (id, ocd_id, publisher, filing_uuid, jurisdiction, kind, year, registrant_ocd_id,
      client_ocd_id, issue_codes, agencies, item, updated_at, seq, deleted, reasons)
    SELECT n, 'ocd-lobbying-filing/' || n, 'us-lda', n::text, 'ocd-division/country:us', 'report', 2000 + n % 20,
      ${organization('1 + n % 300')}, ${organization('301 + n % 5700')}, '{}', '{}', '{}', ${CHANGES}
    FROM generate_series(1, 60000) n;
    INSERT INTO ${name}.bills (id, ocd_id, present, jurisdiction, session, identifier, identifier_key, title,
      classification, subjects, keywords, item, updated_at, seq, deleted, reasons)
    SELECT ${BILLS} + n, 'ocd-bill/' || n, true, 'ocd-division/country:us', '119', 'HR ' || n, 'HR' || n, 'Title',
      '{}', '{}', '{}', '{}', ${CHANGES} FROM generate_series(1, 6001) n;
    INSERT INTO ${name}.advocacy_positions (id, ocd_id, organization_ocd_id, bill_ocd_id, kind, item, updated_at, seq, deleted, reasons)
    SELECT n, 'ocd-advocacy-position/' || n, ${organization('1 + n % 6000')}, 'ocd-bill/' || 1 + n % 6000, 'published', '{}', ${CHANGES}
    FROM generate_series(1, 60000) n;
    INSERT INTO ${name}.entity (id, ocd_id, entity_type, sequence)
    SELECT id, ocd_id, 'advocacy_organization', 1 FROM ${name}.advocacy_organizations
    UNION ALL SELECT id, ocd_id, 'bill', 1 FROM ${name}.bills;
    ANALYZE;
  `)
  await setWatermark('2027-01-01T00:00:00Z')
  api = await createTestApi(test)
}, 120_000)

it.each([
  [
    `/v1/advocacy-organizations/${ORGANIZATIONS + 6001}/lobbying-filings`,
    [
      'lobbying_filings_client_ocd_id_id_idx',
      'lobbying_filings_registrant_ocd_id_id_idx',
      'Index Cond: (id = ANY',
    ],
  ],
  [
    `/v1/advocacy-organizations/${ORGANIZATIONS + 6001}/positions`,
    ['advocacy_positions_organization_ocd_id_id_idx'],
  ],
  [`/v1/bills/${BILLS + 6001}/positions`, ['advocacy_positions_bill_ocd_id_id_idx']],
])('%s reads the rows of its owner by index', async (url, indexes) => {
  const statement = (await statementsOf(test, api, url)).find(({ text }) => text.includes('part_ocd_id'))!
  for (const plan of [await readPlan(test, statement), await readPlanForAll(test, statement)]) {
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan on (?:lobbying_filings|advocacy_positions|entity)/)
  }
})
