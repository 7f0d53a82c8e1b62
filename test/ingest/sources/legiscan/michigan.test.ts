import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunCounts, runIngest } from '../../../../ingest/runs/run.ts'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { legiscan } from '../../../../ingest/sources/legiscan/index.ts'
import { openstatesPeople } from '../../../../ingest/sources/openstates-people/index.ts'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { systemClock } from '../../../../runtime/clock.ts'
import { createEventCodec } from '../../../../runtime/events/event-codec.ts'
import { createLog } from '../../../../runtime/log.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { NIGHTLY } from '../../../support/harness/nightly.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/stores/database.ts'
import { knowSchemas } from '../../../support/stores/schema-ids.ts'

const MICHIGAN = 'ocd-division/country:us/state:mi'
const sets = realData('legiscan/csv/MI')
const scraper = realData('openstates-scraper/mi')
const people = realData('openstates-people/legislature.tar.gz')
const is_there = sets !== undefined && scraper !== undefined && people !== undefined

/** The people of Michigan alone: to parse all 7,989 files takes half of this test. */
async function peopleOfMichigan(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-people-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)('tar', ['-xzf', people!, '-C', folder, 'data/mi/legislature'])
  return join(folder, 'data')
}

async function openLoad(): Promise<
  TestDatabase & { load(source: Source, path: string): Promise<RunCounts> }
> {
  const test = await createTestDatabase({ log_level: 'silent' })
  const { database, settings } = test
  await knowSchemas(database)
  const codec = await createEventCodec(settings, database)
  const log = createLog('test', 'silent')
  const context = { settings, database, codec, log, clock: systemClock, wait: true } as const
  return { ...test, load: (source, path) => runIngest({ ...context, source, paths: [path] }) }
}

type Load = Awaited<ReturnType<typeof openLoad>>

/** Counts entities by session, chamber, and the sources that reported them. */
async function countSources({ database }: Load, entity_type: 'bill' | 'vote'): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(
    `WITH counted AS (
       SELECT e.id, coalesce(h.content->'core'->>'session', h.content->'vote'->>'session') AS session,
              h.content->'vote'->>'chamber' AS chamber,
              (SELECT string_agg(DISTINCT source, ' and ' ORDER BY source) FROM ingest.snapshot s
                WHERE s.entity_id = e.id) AS sources
         FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id WHERE e.entity_type = $1)
     SELECT concat_ws(' ', session, chamber, sources, count(*)) AS line FROM counted
      GROUP BY session, chamber, sources ORDER BY 1`,
    [entity_type],
  )
  return rows.map(({ line }) => line)
}

type Cast = { matched: number; ambiguous: number; unmatched: number }

/** Counts the votes cast in the sets by the result of matching the printed name. */
async function countCasts({ database }: Load): Promise<Record<string, Cast>> {
  const { rows } = await database.query<{ key: string; person: string | null; candidates: number }>(
    `SELECT i.natural_key AS key, h.content->'match'->>'person' AS person,
            (h.content->'match'->>'candidates')::int AS candidates
       FROM ingest.identity i JOIN ingest.stored_entity h ON h.entity_id = i.entity_id WHERE i.entity_type = 'name_match'`,
  )
  const matches = new Map(rows.map((row) => [row.key, row]))
  const casts: Record<string, Cast> = {}
  for await (const item of legiscan.read({ paths: [sets!], started_at: new Date().toISOString() })) {
    if (item.kind !== 'observed') continue
    for (const observation of item.group) {
      if (observation.entity !== 'vote') continue
      const { session, chamber, votes } = observation.parts.vote!
      casts[`${session} ${chamber}`] ??= { matched: 0, ambiguous: 0, unmatched: 0 }
      const cast = casts[`${session} ${chamber}`]!
      for (const { voter_name } of votes) {
        const match = matches.get(`${MICHIGAN}|${session}|${chamber}|${voter_name}`)
        if (match === undefined) throw new Error(`${voter_name} was not matched at all`)
        if (match.person !== null) cast.matched++
        else if (match.candidates > 1) cast.ambiguous++
        else cast.unmatched++
      }
    }
  }
  return casts
}

describe.skipIf(!is_there || !NIGHTLY)('the Michigan data of LegiScan and the Open States scraper', () => {
  const counts: RunCounts[] = []
  let casts: Record<string, Cast> = {}
  let one: Load
  let other: Load

  beforeAll(async () => {
    one = await openLoad()
    await one.load(openstatesPeople, await peopleOfMichigan())
    counts.push(await one.load(legiscan, sets!))
    casts = await countCasts(one)
    counts.push(await one.load(openstatesScraper, scraper!), await one.load(legiscan, sets!))
    other = await openLoad()
    await other.load(openstatesScraper, scraper!)
    await other.load(legiscan, `${sets}/2025-2026`)
  }, 600_000)

  it('include every bill and roll call of the LegiScan sets', () => {
    const { records, quarantined } = counts[0]!
    expect({ records, quarantined }).toEqual({ records: 5_443 + 4_621 + 4, quarantined: 0 })
  })

  it('have one bill per number: 1,400 of 3,924 are in both', async () => {
    const of_both = ['2025-2026 legiscan and openstates-scraper 1400', '2025-2026 openstates-scraper 2524']
    expect(await countSources(one, 'bill')).toEqual(['2023-2024 legiscan 4043', ...of_both])
    expect(await countSources(other, 'bill')).toEqual(of_both)
  })

  // LegiScan has 14 of its 4,621 under two ids, the scraper has one of its 1,208 twice. Committees print no numbers.
  it('have one roll call per printed number, in any order of sources (V5)', async () => {
    const of_both = [
      '2025-2026 lower legiscan 192',
      '2025-2026 lower legiscan and openstates-scraper 157',
      '2025-2026 lower openstates-scraper 558',
      '2025-2026 upper legiscan 204',
      '2025-2026 upper legiscan and openstates-scraper 133',
      '2025-2026 upper openstates-scraper 359',
    ]
    const before = ['2023-2024 lower legiscan 2151', '2023-2024 upper legiscan 1770']
    expect(await countSources(one, 'vote')).toEqual([...before, ...of_both])
    expect(await countSources(other, 'vote')).toEqual(of_both)
    expect(2151 + 1770 + 192 + 157 + 204 + 133).toBe(4_621 - 14)
    expect(157 + 558 + 133 + 359).toBe(1_208 - 1)
  })

  // The unmatched names belong to 17 of 150 legislators of 2023-2024, who are in no file of current people.
  it('account for all 199,218 votes of members, 26,244 of them in the newer session', () => {
    const all = Object.values(casts).flatMap(({ matched, ambiguous, unmatched }) => [
      matched,
      ambiguous,
      unmatched,
    ])
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(199_218)
    expect(casts).toEqual({
      '2023-2024 lower': { matched: 111_292, ambiguous: 0, unmatched: 17_184 },
      '2023-2024 upper': { matched: 43_385, ambiguous: 0, unmatched: 1_113 },
      '2025-2026 lower': { matched: 19_423, ambiguous: 0, unmatched: 0 },
      '2025-2026 upper': { matched: 6_821, ambiguous: 0, unmatched: 0 },
    })
  })

  it('emit nothing when they are read again', () => {
    expect(counts[2]).toMatchObject({ events: 0, quarantined: 0 })
  })
})
