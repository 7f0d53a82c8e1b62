import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { readPlan, type SentStatement, statementsOf } from '../../support/api/statement-plans.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createKnownPlaces, foundIn } from '../../support/fakes/known-places.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

/** Thirty thousand people who have or had seats in 4,000 districts. */
beforeAll(async () => {
  test = await createProjectedDatabase()
  const { name } = await createProjectedSchema(test)
  await test.database.query(`
    INSERT INTO ${name}.people (id, ocd_id, name, name_words, item, detail, updated_at, seq, deleted, reasons)
    SELECT n, 'ocd-person/' || n, 'Member ' || n, 'member',
      json_build_object('id', n, 'ocd_id', 'ocd-person/' || n, 'name', 'Member ' || n, 'email', null, 'image', null),
      json_build_object('parties', '[]'::json, 'offices', '[]'::json, 'links', '[]'::json,
        'roles', json_build_array(json_build_object('jurisdiction', 'ocd-division/country:us/state:wa',
          'chamber', 'lower', 'district', (n % 4000)::text,
          'division_id', 'ocd-division/country:us/state:wa/sldl:' || n % 4000,
          'start_date', '2025-01-01', 'end_date', null, 'title', null))),
      '2026-01-01', n, false, '{}'
    FROM generate_series(1, 30000) n;
    ANALYZE ${name}.people`)
  const places = createKnownPlaces(() => foundIn('wa', ['sldl:22', 'sldu:22', 'cd:10']))
  api = await createTestApi(test, { locator: places })
}, 120_000)

describe('the statement that reads the officials of an address', () => {
  it('finds them by an index over their roles', async () => {
    const url = '/v1/representatives?address=somewhere&include=congress'
    const [statement] = (await statementsOf(test, api, url)) as [SentStatement]
    const plan = await readPlan(test, statement)
    expect(plan, plan).toContain('Bitmap Index Scan on people_detail_roles')
    expect(plan, plan).not.toContain('Seq Scan on people')
    const { rows } = await test.database.query(statement.text, [...statement.values])
    expect(rows).toHaveLength(8)
  })
})
