import { beforeAll, describe, expect, it } from 'vitest'
import { billKey, sessionKey } from '../../../ingest/identity/identity-keys.ts'
import { reportSources } from '../../../ingest/reports/source-report.ts'
import {
  dropQuarantined,
  listQuarantine,
  summarizeQuarantine,
} from '../../../ingest/run-context/quarantine.ts'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import {
  readFreshness,
  readMissing,
  readNameMatching,
  readSeries,
  readSourceStates,
} from '../../../runtime/freshness/source-freshness.ts'
import {
  action,
  alone,
  bill,
  DIVISION,
  legislator,
  SESSION,
  session,
  sponsor,
  vote,
} from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)
const clock = createManualClock()
const name = 'state-site'

const introduced = (identifier: string) =>
  bill(
    identifier,
    { actions: [action('2026-01-12', 'First reading.')], sponsors: [sponsor('Orcutt')] },
    { key: billKey(DIVISION, SESSION, identifier.replace(' ', '')) },
  )
const run = (...observations: Observation[]) => ingesting.run(alone(...observations), { name, clock })
const here = async () => (await readFreshness(database, clock.now(), DIVISION))[0]

beforeAll(async () => {
  await run(session(), introduced('HB 1'), introduced('HB 2'), introduced('HB 5'), introduced('SB 1'))
})

describe('the freshness of a source', () => {
  it('counts stored entities and shows when they were last seen and last changed', async () => {
    const at = '2026-03-02T09:00:00.000000Z'
    expect(await here()).toEqual({
      source: name,
      jurisdiction: DIVISION,
      last_seen_at: at,
      last_success_at: at,
      last_change_at: at,
      interval_s: null,
      is_late: false,
      entities: { bill: 4, session: 1 },
      quarantined: {},
    })
  })

  it('updates the time of the last look, but not of the last change, if nothing changed', async () => {
    clock.advance(3_600_000)
    await run(introduced('HB 1'))
    expect(await here()).toMatchObject({
      last_seen_at: '2026-03-02T10:00:00.000000Z',
      last_change_at: '2026-03-02T09:00:00.000000Z',
      entities: { bill: 4, session: 1 },
    })
  })

  it('shows why a run failed, and keeps its last success (S17)', async () => {
    clock.advance(3_600_000)
    const broken = {
      kind: 'observed' as const,
      get group(): never {
        throw new Error('the site is a page of HTML today')
      },
    }
    await expect(ingesting.run([broken], { name, clock })).rejects.toThrow('HTML')
    const [state] = await readSourceStates(database, clock.now())
    expect(state).toMatchObject({
      source: name,
      last_status: 'failed',
      last_error: 'Error: the site is a page of HTML today',
      last_started_at: '2026-03-02T11:00:00.000000Z',
      last_success_at: '2026-03-02T10:00:00.000000Z',
    })
  })

  it('counts quarantined records by reason and place until they are dropped', async () => {
    const rejection = {
      record: 'bill/HB 9',
      reason: 'record_invalid' as const,
      detail: 'title is null',
      bytes: Buffer.from('{}'),
      jurisdiction: DIVISION,
    }
    await ingesting.run([{ kind: 'rejected', rejection }], { name, clock })
    expect((await here())?.quarantined).toEqual({ record_invalid: 1 })
    const [state] = await readSourceStates(database, clock.now())
    expect(state?.quarantined).toEqual({ record_invalid: 1 })
    expect(await summarizeQuarantine(database)).toMatchObject([
      {
        source: name,
        reason: 'record_invalid',
        jurisdiction: DIVISION,
        records: 1,
        example: 'title is null',
      },
    ])
    expect(await listQuarantine(database, { jurisdiction: 'ocd-division/country:us' })).toEqual([])
    for (const { id } of await listQuarantine(database, { jurisdiction: DIVISION }))
      await dropQuarantined(database, id)
    expect((await here())?.quarantined).toEqual({})
  })
})

describe('gaps in bill numbers (I18)', () => {
  it('are the numbers of a session that no source has reported', async () => {
    expect(await readSeries(database, DIVISION)).toEqual([
      {
        jurisdiction: DIVISION,
        session: SESSION,
        prefix: 'HB',
        present: 3,
        lowest: 1,
        highest: 5,
        missing: 2,
        first_missing: [3, 4],
      },
      {
        jurisdiction: DIVISION,
        session: SESSION,
        prefix: 'SB',
        present: 1,
        lowest: 1,
        highest: 1,
        missing: 0,
        first_missing: [],
      },
    ])
  })

  it('are filled by a bill, not by a vote on it', async () => {
    const about = (key: string) => ({ key, identifier: 'HB 3', jurisdiction: DIVISION, session: SESSION })
    const key = billKey(DIVISION, SESSION, 'HB3')
    await run(vote('HB 3', 'roll 1', {}, { bill: about(key) }))
    expect((await readMissing(database))[0]).toEqual({ jurisdiction: DIVISION, present: 4, missing: 2 })
    await run(introduced('HB 3'), introduced('HB 7'))
    expect((await readSeries(database, DIVISION))[0]).toMatchObject({ highest: 7, first_missing: [4, 6] })
    expect(sessionKey(DIVISION, SESSION)).toBe(key.slice(0, key.lastIndexOf('|')))
  })
})

describe('printed names without a match (V18)', () => {
  it('are counted by place, and the count falls when people of the place are stored', async () => {
    expect(await readNameMatching(database, DIVISION)).toEqual([
      { jurisdiction: DIVISION, voters: 3, unmatched_voters: 3, sponsors: 0, unmatched_sponsors: 0 },
    ])
    await run(legislator('Ed Orcutt'), legislator('My-Linh Thai', { district: '41' }))
    expect(await readNameMatching(database, DIVISION)).toEqual([
      { jurisdiction: DIVISION, voters: 3, unmatched_voters: 1, sponsors: 0, unmatched_sponsors: 0 },
    ])
  })
})

describe('a run that matches names of a place that its source does not report', () => {
  it('does not become a source of that place', async () => {
    await database.query(
      `INSERT INTO ingest.printed_name (jurisdiction, session, chamber, name, is_voter)
       VALUES ($1, $2, 'lower', 'Ed Orcutt', true)`,
      [DIVISION, SESSION],
    )
    const counts = await ingesting.run([], { name: 'another-site', clock })
    expect(counts.by_type).toEqual({ 'name.matched': 1 })
    expect((await readFreshness(database, clock.now(), DIVISION)).map(({ source }) => source)).toEqual([name])
    await database.query("DELETE FROM ingest.printed_name WHERE name = 'Ed Orcutt'")
  })
})

describe('the first run after a killed run', () => {
  it('counts everything again', async () => {
    const before = (await here())!.entities
    // A killed run leaves uncounted entities and a row with the status `running`.
    await database.query("UPDATE control.source_freshness SET entities = '{}'")
    await database.query('DELETE FROM control.identifier_series')
    await database.query(
      `INSERT INTO ingest.run (id, source, input_kind, input, mode, host, pid)
       VALUES ('killed', $1, 'files', '', 'auto', 'elsewhere', 1)`,
      [name],
    )
    await run(introduced('HB 1'))
    expect((await here())?.entities).toEqual(before)
    expect(await readSeries(database, DIVISION)).toHaveLength(2)
    const { rows } = await database.query("SELECT status, error FROM ingest.run WHERE id = 'killed'")
    expect(rows).toEqual([{ status: 'lost', error: 'its process ended without a result' }])
  })
})

describe('the report on the sources', () => {
  it('reads no stored content, so its cost does not grow', async () => {
    const report = () =>
      reportSources(database, settings, clock.now(), [{ name, mapper_version: 1, async *read() {} }])
    const before = await report()
    for (const table of ['snapshot', 'stored_entity', 'identity', 'entity', 'printed_name', 'quarantine']) {
      await database.query(`ALTER TABLE ingest.${table} RENAME TO away_${table}`)
    }
    expect(await report()).toEqual(before)
    expect(before[0]).toMatchObject({ source: name, jurisdictions: 1, interval_s: null, running: null })
    expect(before[0]!.entities).toBeGreaterThan(8)
    expect(await readSeries(database, DIVISION)).toHaveLength(2)
  })
})
