import { describe, expect, it } from 'vitest'
import { action, alone, bill, session, sponsor, vote } from '../../support/builders/observations.ts'
import { createIngestWorld, type EmittedEvent } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase({ log_level: 'silent' })
const ingesting = await createIngestWorld(database, settings)

const BILLS = 120
const identifiers = Array.from({ length: BILLS }, (_, index) => `HB ${index}`)
const revision = (title: string, observed_at: string) => [
  ...alone(session()),
  ...identifiers.flatMap((identifier) => {
    const actions = [action('2026-01-12', `First reading of ${title}.`)]
    const seen = bill(identifier, { title, actions, sponsors: [sponsor('Orcutt')] }, { observed_at })
    return alone(vote(identifier, 'roll 1', {}, { observed_at }), seen)
  }),
]

/** Expects that every entity's events are numbered from 1 without gaps, in the order of the outbox. */
function expectDense(emitted: readonly EmittedEvent[]): void {
  for (const [, events] of Map.groupBy(emitted, ({ subject }) => subject)) {
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  }
}

describe('several concurrent runs over the same bills', () => {
  it('mint each id once and number events without gaps, in any order', async () => {
    const runs = ['A', 'B', 'C', 'A'].map((title, index) =>
      ingesting.run(
        index % 2 === 0
          ? revision(title, `2026-02-0${index + 1}T00:00:00Z`)
          : revision(title, `2026-02-0${index + 1}T00:00:00Z`).toReversed(),
        { name: 'shared', settings: { ingest_batch_entities: 17 + index } },
      ),
    )
    const other = ingesting.run(revision('A', '2026-02-01T00:00:00Z').toReversed(), {
      name: 'openstates-scraper',
      settings: { ingest_batch_entities: 13 },
    })
    await Promise.all([...runs, other])
    const { rows } = await database.query<{ entity_type: string; ids: number; keys: number }>(
      `SELECT e.entity_type, count(DISTINCT e.id) AS ids, count(DISTINCT i.natural_key) AS keys
       FROM ingest.entity e LEFT JOIN ingest.identity i ON i.entity_id = e.id GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual([
      { entity_type: 'bill', ids: BILLS, keys: BILLS },
      { entity_type: 'session', ids: 1, keys: 1 },
      { entity_type: 'vote', ids: BILLS, keys: BILLS },
    ])
    const reported = await ingesting.emitted()
    expectDense(reported)
    expect(reported.filter(({ type }) => type === 'bill.introduced')).toHaveLength(BILLS)
    expect(reported.filter(({ type }) => type === 'vote.recorded')).toHaveLength(BILLS)
    expect(new Set(reported.map(({ id }) => id)).size).toBe(reported.length)
  })

  it('end with the newest record', async () => {
    const { rows } = await database.query<{ title: string; bills: number }>(
      `SELECT parts #>> '{core,title}' AS title, count(*) AS bills FROM ingest.snapshot
       WHERE source = 'shared' AND parts -> 'core' IS NOT NULL GROUP BY 1`,
    )
    expect(rows).toEqual([{ title: 'A', bills: BILLS }])
  })
})

describe('two listings, seen concurrently for the first time, that give two bills the same number', () => {
  it('become two bills for each number, in any order', async () => {
    const pairs = Array.from({ length: 40 }, (_, index) =>
      ['a', 'b'].map((address) =>
        bill(`HR ${index}`, { title: address }, { discriminator: `https://example.gov/${index}/${address}` }),
      ),
    )
    await Promise.all(
      ['first', 'second', 'third'].map((name, index) =>
        ingesting.run(index === 1 ? pairs.toReversed().map((pair) => pair.toReversed()) : pairs, {
          name,
          settings: { ingest_batch_entities: 5 + index },
        }),
      ),
    )
    const { rows } = await database.query<{ titles: number; sources: number; bills: number }>(
      `SELECT titles, sources, count(*) AS bills FROM (
         SELECT count(DISTINCT s.parts #>> '{core,title}') AS titles, count(*) AS sources
         FROM ingest.snapshot s JOIN ingest.identity i USING (entity_id) WHERE i.natural_key LIKE '%|HR %'
         GROUP BY s.entity_id
       ) per_bill GROUP BY 1, 2`,
    )
    expect(rows).toEqual([{ titles: 1, sources: 3, bills: 80 }])
    expectDense(await ingesting.emitted())
  })
})

describe('a run that is cut off', () => {
  const items = alone(
    ...identifiers.map((identifier) => bill(identifier.replace('HB', 'SB'), { title: 'A' })),
  )
  const small = { name: 'cut', settings: { ingest_batch_entities: 10 } }

  it('is completed by the next run, and nothing is emitted twice', async () => {
    const broken = {
      kind: 'observed' as const,
      get group(): never {
        throw new Error('cut')
      },
    }
    for (const cut of [15, 40, 90]) {
      await expect(ingesting.run([...items.slice(0, cut), broken], small)).rejects.toThrow('cut')
    }
    await ingesting.run(items, small)
    const reported = await ingesting.emitted()
    expectDense(reported)
    expect(reported.filter(({ type }) => type === 'bill.introduced')).toHaveLength(BILLS)
    const { rows } = await database.query('SELECT status, error FROM ingest.run WHERE source = $1', ['cut'])
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'done'])
  })

  it('loses nothing if its connections are cut and it is run again', async () => {
    let running = true
    const cutting = (async () => {
      while (running) {
        await database
          .query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%ingest.%'`,
          )
          .catch(() => {})
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const revised = alone(
      ...identifiers.map((identifier) =>
        bill(identifier.replace('HB', 'SB'), { title: 'B' }, { observed_at: '2026-03-01T00:00:00Z' }),
      ),
    )
    const run = ingesting.run(revised, { ...small, mode: 'live' }).catch(() => {})
    await Promise.race([run, new Promise((resolve) => setTimeout(resolve, 400))])
    running = false
    await cutting
    await run
    await ingesting.run(revised, { ...small, mode: 'live' })
    const reported = await ingesting.emitted()
    expect(reported.map(({ type }) => type)).toEqual(Array(BILLS).fill('bill.updated'))
    expect(new Set(reported.map(({ subject }) => subject)).size).toBe(BILLS)
  })
})
