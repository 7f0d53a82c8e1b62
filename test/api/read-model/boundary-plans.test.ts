import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

type Statement = { text: string; values: unknown[] }

const STATE = "'ocd-division/country:us/state:' || (ARRAY['wa', 'de', 'va', 'mp'])[1 + n % 4]"
/** Every map has the same shape: only the indexed values differ. */
const ITEM = `'${JSON.stringify({
  id: 1,
  ocd_id: 'ocd-boundary/1',
  division_id: 'ocd-division/country:us/state:wa/sldl:4',
  release: 'map',
  name: 'Map',
  valid_from: null,
  valid_to: null,
  is_simplified: null,
  points: 5,
  area_m2: 1,
  printed_area_m2: null,
  geometry_type: 'Polygon',
  bbox: [0, 0, 1, 1],
  identifiers: [],
  extras: {},
  geometry: { sha256: '0'.repeat(64), bytes: 1, media_type: 'application/geo+json' },
  updated_at: '2026-01-01T00:00:00.000000Z',
  reasons: {},
})}'`
let test: TestDatabase
let api: TestApi

/** Twice as many divisions and maps as a large country has. */
beforeAll(async () => {
  test = await createProjectedDatabase()
  const { name, setWatermark } = await createProjectedSchema(test)
  await test.database.query(`
    INSERT INTO ${name}.divisions (id, ocd_id, division_id, country, type, parent_id, name, aliases, item, updated_at, seq,
      deleted, reasons)
    SELECT n, 'ocd-division/' || n, ${STATE} || '/sldl:' || n, 'us', 'sldl', ${STATE}, 'District ' || n,
      ARRAY[${STATE} || '/old:' || n], '{}', '2026-01-01', n, false, '{}' FROM generate_series(1, 40000) n;
    INSERT INTO ${name}.boundaries (id, ocd_id, division_id, jurisdiction, release, geometry_sha256, item, updated_at,
      seq, deleted, reasons)
    SELECT 100000 + n, 'ocd-boundary/' || n, ${STATE} || '/sldl:' || n, ${STATE}, 'map', repeat('0', 64), ${ITEM},
      '2026-01-01'::timestamptz + n * interval '1 second', n, false, '{}' FROM generate_series(1, 40000) n;
    INSERT INTO ${name}.people (id, ocd_id, name, name_words, division_id, item, updated_at, seq, deleted, reasons)
    SELECT 200000 + n, 'ocd-person/' || n, 'Ann', 'ann', ${STATE} || '/sldl:' || n, '{}', '2026-01-01', n, false, '{}'
    FROM generate_series(1, 8000) n;
    INSERT INTO control.identifier_series (jurisdiction, session, prefix, present, lowest, highest, missing, first_missing)
    SELECT ${STATE}, 'S' || n, 'HB', 1, 1, 2, 1, '{2}' FROM generate_series(1, 4000) n;
    ANALYZE ${name}.divisions; ANALYZE ${name}.boundaries; ANALYZE ${name}.people; ANALYZE control.identifier_series;
  `)
  await setWatermark('2027-01-01T00:00:00Z')
  api = await createTestApi(test)
  await api.get('/v1/boundaries?limit=1')
}, 60_000)

/** Returns the statements that a request sends. */
async function statementsOf(url: string): Promise<Statement[]> {
  const { query } = test.database
  const sent: Statement[] = []
  test.database.query = ((statement: Statement, ...rest: unknown[]) => {
    sent.push(statement)
    return (query as (...args: unknown[]) => unknown).call(test.database, statement, ...rest)
  }) as typeof query
  await api.app.inject({ url, headers: { authorization: `Bearer ${api.token}` } })
  test.database.query = query
  return sent.filter(({ text }) => text?.includes('live.standing'))
}

async function planOf({ text, values }: Statement): Promise<string> {
  const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const id = (n: number) => `ocd-division/country:us/state:wa/sldl:${n}`

describe('a request for divisions, boundaries or coverage', () => {
  it.each([
    ['/v1/boundaries?limit=200', ['boundaries_pkey']],
    ['/v1/boundaries?jurisdiction=wa', ['boundaries_jurisdiction_id_idx']],
    ['/v1/boundaries?updated_since=2026-01-01T08:00:00Z', ['boundaries_updated_at_seq_id_idx']],
    [`/v1/boundaries?ocd_id=${id(4)}`, ['boundaries_division_id_id_idx', 'divisions_aliases_idx']],
    [`/v1/districts/${id(4)}/boundary`, ['boundaries_division_id_id_idx', 'divisions_division_id_idx']],
    [
      `/v1/coverage?ocd_id=ocd-division/country:us/state:wa/old:4`,
      [
        'divisions_aliases_idx',
        'divisions_parent_id_type_idx',
        'people_division_id_idx',
        'identifier_series_pkey',
      ],
    ],
    ['/v1/coverage', ['divisions_division_id_idx', 'identifier_series_pkey']],
  ])('at %s is one statement with index ranges', async (url, indexes) => {
    const statements = await statementsOf(url)
    expect(statements).toHaveLength(1)
    const plan = await planOf(statements[0]!)
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan on (?:boundaries|divisions|people|identifier_series)/)
  })
})
