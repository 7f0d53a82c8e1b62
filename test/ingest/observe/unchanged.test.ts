import { describe, expect, it } from 'vitest'
import {
  action,
  alone,
  bill,
  legislator,
  session,
  sponsor,
  vote,
} from '../../support/builders/observations.ts'
import { createIngestWorld, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

/** The version of every row in ingest's state, except the rows of the runs. */
async function rowVersions(): Promise<string[]> {
  const tables = [
    'entity',
    'identity',
    'alias',
    'snapshot',
    'stored_entity',
    'outbox',
    'printed_name',
    'quarantine',
  ]
  const versions: string[] = []
  for (const table of tables) {
    const { rows } = await database.query<{ version: string }>(
      `SELECT ctid::text || ' ' || xmin::text AS version FROM ingest.${table} ORDER BY ctid`,
    )
    versions.push(...rows.map(({ version }) => `${table} ${version}`))
  }
  return versions
}

const everything = (observed_at = '2026-01-10T00:00:00Z') =>
  alone(
    session(),
    bill('HB 1', { actions: [action('2026-01-12', 'First reading.')], sponsors: [sponsor('Orcutt')] }),
    bill('HB 2', { subjects: ['B', 'A'] }),
    vote('HB 1', 'roll 1'),
    legislator('Ed Orcutt'),
  ).map((group) => group.map((one) => ({ ...one, observed_at })))

await ingesting.run(everything())
await ingesting.emitted()

describe('a repeated report of a source', () => {
  it('with equal content emits nothing and changes no row', async () => {
    const before = await rowVersions()
    const counts = await ingesting.run(everything())
    expect(counts).toMatchObject({ entities: 5, unchanged: 5, events: 0, stale: 0 })
    expect(await rowVersions()).toEqual(before)
  })

  it('with equal content at a later time changes only that time', async () => {
    const counts = await ingesting.run(everything('2026-03-01T00:00:00.123456-05:00'))
    expect(counts).toMatchObject({ unchanged: 5, events: 0 })
    const { rows } = await database.query<{ observed_at: string }>(
      'SELECT DISTINCT observed_at FROM ingest.snapshot',
    )
    expect(rows).toEqual([{ observed_at: '2026-03-01T05:00:00.123456Z' }])
  })

  it('with equal content at an earlier time counts as unchanged', async () => {
    const counts = await ingesting.run(everything('2026-01-01T00:00:00Z'))
    expect(counts).toMatchObject({ unchanged: 5, stale: 0, events: 0 })
  })

  it('with a reordered set or another spelling of a text emits nothing', async () => {
    const observed_at = '2026-03-02T00:00:00Z'
    const counts = await ingesting.run(
      alone(bill('HB 2', { subjects: ['A', 'B'], title: ' An act\u00a0about  HB 2' }, { observed_at })),
    )
    expect(counts).toMatchObject({ unchanged: 1, events: 0 })
  })

  it('with reordered actions emits nothing', async () => {
    const actions = [action('2026-01-12', 'Introduced.'), action('2026-01-12', 'Referred.')]
    const at = (observed_at: string) => ({ observed_at })
    await ingesting.run(alone(bill('HB 3', { actions }, at('2026-03-02T00:00:00Z'))))
    await ingesting.emitted()
    await ingesting.run(alone(bill('HB 3', { actions: actions.toReversed() }, at('2026-03-03T00:00:00Z'))))
    expect(await ingesting.emitted()).toEqual([])
  })

  it('with older content is counted as stale and emits nothing', async () => {
    const before = await rowVersions()
    const counts = await ingesting.run(
      alone(bill('HB 1', { title: 'Old' }, { observed_at: '2026-02-01T00:00:00Z' })),
    )
    expect(counts).toMatchObject({ stale: 1, unchanged: 0, events: 0 })
    expect(await rowVersions()).toEqual(before)
  })

  it('with a newer part takes effect, even if its other parts are older', async () => {
    const seen = bill('HB 4', { sponsors: [sponsor('Thai')] })
    const at = (observed_at: string, parts: typeof seen.parts) => ({ ...seen, observed_at, parts })
    await ingesting.run(alone(at('2026-03-01T00:00:00Z', { core: seen.parts.core! })))
    await ingesting.emitted()
    const counts = await ingesting.run(alone(at('2026-02-01T00:00:00Z', { sponsors: seen.parts.sponsors! })))
    expect(counts).toMatchObject({ stale: 0 })
    expect(typesOf(await ingesting.emitted())).toEqual(['bill.sponsors_changed'])
  })

  it('that was partly stale takes full effect if it is repeated later', async () => {
    const seen = bill('HB 10', { sponsors: [sponsor('Thai')] })
    const other = bill('HB 10', { title: 'Another', sponsors: [sponsor('Orcutt')] })
    const at = (observed_at: string, from: typeof seen) => alone({ ...from, observed_at })
    await ingesting.run(at('2026-03-01T00:00:00Z', seen))
    await ingesting.run(at('2026-03-03T00:00:00Z', { ...seen, parts: { core: seen.parts.core! } }))
    await ingesting.emitted()
    await ingesting.run(at('2026-03-02T00:00:00Z', other))
    expect(typesOf(await ingesting.emitted())).toEqual(['bill.sponsors_changed'])
    await ingesting.run(at('2026-03-04T00:00:00Z', other))
    expect(typesOf(await ingesting.emitted())).toEqual(['bill.updated'])
  })

  it('that is older than a removal or a return has no effect', async () => {
    const seen = bill('HB 11', { sponsors: [sponsor('Thai')] })
    const gone = { ...seen, parts: {}, removed: 'withdrawn from the site' }
    const at = (observed_at: string, from: typeof gone | typeof seen) => alone({ ...from, observed_at })
    await ingesting.run(at('2026-03-01T00:00:00Z', { ...seen, parts: { core: seen.parts.core! } }))
    await ingesting.run(at('2026-03-03T00:00:00Z', gone))
    expect(typesOf(await ingesting.emitted()).at(-1)).toBe('bill.removed')
    expect(await ingesting.run(at('2026-03-02T00:00:00Z', seen))).toMatchObject({ stale: 1 })
    await ingesting.run(at('2026-03-04T00:00:00Z', { ...seen, parts: { core: seen.parts.core! } }))
    expect(typesOf(await ingesting.emitted())[0]).toBe('bill.introduced')
    const late = at('2026-03-02T00:00:00Z', { ...gone, parts: { sponsors: seen.parts.sponsors! } })
    expect(await ingesting.run(late)).toMatchObject({ stale: 1 })
    expect(await ingesting.emitted()).toEqual([])
  })
})

describe('two equally new records of one entity', () => {
  const at = { observed_at: '2026-04-01T00:00:00Z' }

  it('both go to quarantine if they differ in one run', async () => {
    const counts = await ingesting.run(
      alone(bill('HB 5', { title: 'A' }, at), bill('HB 5', { title: 'B' }, at)),
    )
    expect(counts).toMatchObject({ quarantined: 2 })
    const { rows } = await database.query<{ reason: string; bytes: Buffer }>(
      'SELECT reason, bytes FROM ingest.quarantine ORDER BY id',
    )
    expect(rows.map(({ reason }) => reason)).toEqual(['conflicting_duplicate', 'conflicting_duplicate'])
    const titles = rows.map(({ bytes }) => JSON.parse(bytes.toString()).parts.core.title)
    expect(titles.toSorted()).toEqual(['A', 'B'])
  })

  it('emit nothing in later runs with the same conflict', async () => {
    const twice = alone(bill('HB 5', { title: 'A' }, at), bill('HB 5', { title: 'B' }, at))
    await ingesting.emitted()
    for (let run = 0; run < 2; run++)
      expect(await ingesting.run(twice)).toMatchObject({ events: 0, quarantined: 2 })
    expect(await ingesting.emitted()).toEqual([])
  })

  it('are decided in favor of the newer layout', async () => {
    const older = bill('HB 6', { title: 'old layout' }, { ...at, schema_rank: 1 })
    const newer = bill('HB 6', { title: 'new layout' }, { ...at, schema_rank: 2 })
    expect(await ingesting.run(alone(older, newer, older))).toMatchObject({ quarantined: 0, stale: 1 })
    await ingesting.emitted()
    expect(await ingesting.run(alone(older, newer))).toMatchObject({ events: 0, stale: 1, unchanged: 1 })
    const { rows } = await database.query<{ title: string }>(
      `SELECT content #>> '{core,title}' AS title FROM ingest.stored_entity WHERE content #>> '{core,identifier}' = 'HB 6'`,
    )
    expect(rows).toEqual([{ title: 'new layout' }])
  })

  it('count as copies if only their order differs', async () => {
    const counts = await ingesting.run(
      alone(bill('HB 7', { subjects: ['A', 'B'] }, at), bill('HB 7', { subjects: ['B', 'A'] }, at)),
    )
    expect(counts).toMatchObject({ quarantined: 0, unchanged: 1 })
  })

  it('are decided in favor of the later run if two runs read them', async () => {
    await ingesting.run(alone(bill('HB 8', { title: 'A' }, at)))
    await ingesting.emitted()
    await ingesting.run(alone(bill('HB 8', { title: 'B' }, at)))
    expect(typesOf(await ingesting.emitted())).toEqual(['bill.updated'])
  })
})
