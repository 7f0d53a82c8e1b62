import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import { action, alone, bill, session, sponsor, version, vote } from '../../support/builders/observations.ts'
import { createIngestWorld, type EmittedEvent, typesOf } from '../../support/ingest/ingest-world.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const ingesting = await createIngestWorld(database, settings)

const read = action('2026-01-12', 'First reading.', ['introduction', 'reading-1'])
const referred = action('2026-01-12', 'Referred to Finance.', ['referral-committee'])
const reported = action('2026-01-20', 'Do pass.', ['committee-passage-favorable'])
const passed = action('2026-02-01', 'Third reading, passed; yeas, 60; nays, 38.', ['passage'])

async function emissionsOf(...observations: Observation[]): Promise<EmittedEvent[]> {
  await ingesting.run(alone(...observations), { mode: 'live' })
  return ingesting.emitted()
}
const statusOf = ({ body }: EmittedEvent) => [body.from, body.to]

describe('the first observation of a bill', () => {
  it('emits its introduction, then each action with its step, then its lists', async () => {
    const emitted = await emissionsOf(
      session(),
      bill('HB 1', {
        actions: [read, referred],
        sponsors: [sponsor('Orcutt')],
        versions: [version('Bill', 'https://example.gov/1.htm')],
      }),
    )
    expect(typesOf(emitted)).toEqual([
      'session.observed',
      'bill.introduced',
      'bill.action',
      'bill.status_changed',
      'bill.action',
      'bill.status_changed',
      'bill.sponsors_changed',
      'bill.versions_changed',
    ])
    expect(emitted.slice(1).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(emitted[1]?.body).toMatchObject({ core: { introduced_on: '2026-01-12', session_known: true } })
    expect(statusOf(emitted[3]!)).toEqual([null, 'introduced'])
    expect(statusOf(emitted[5]!)).toEqual(['introduced', 'in_committee'])
    expect(emitted[4]?.body.action).toMatchObject({ id: emitted[5]?.body.action_id })
  })

  it('is accepted and flagged if no source has listed its session', async () => {
    const seen = bill('HB 2')
    const core = { ...seen.parts.core!, session: '1889' }
    const [introduced] = await emissionsOf({
      ...seen,
      key: `${seen.key}|1889`,
      parts: { ...seen.parts, core },
    })
    expect(introduced?.body).toMatchObject({ core: { session: '1889', session_known: false } })
  })

  it('emits events that all carry the bill', async () => {
    const emitted = await emissionsOf(bill('HB 3', { subjects: ['Taxes'], actions: [read] }))
    for (const { body } of emitted) {
      expect(body.bill).toEqual({
        id: body.id,
        ocd_id: body.ocd_id,
        identifier: 'HB 3',
        jurisdiction: 'ocd-division/country:us/state:wa',
        session: '2025-2026',
        subjects: ['Taxes'],
      })
    }
  })
})

describe('a changed observation of a bill', () => {
  it('emits only an update for a new title', async () => {
    await emissionsOf(bill('HB 10', { actions: [read] }))
    const emitted = await emissionsOf(bill('HB 10', { actions: [read], title: 'Another' }))
    expect(typesOf(emitted)).toEqual(['bill.updated'])
    expect(emitted[0]?.sequence).toBe(4)
  })

  it('emits new actions, then their status steps', async () => {
    await emissionsOf(bill('HB 11', { actions: [read] }))
    const emitted = await emissionsOf(bill('HB 11', { actions: [read, referred, reported, passed] }))
    expect(typesOf(emitted)).toEqual([
      'bill.action',
      'bill.action',
      'bill.action',
      'bill.status_changed',
      'bill.status_changed',
      'bill.status_changed',
    ])
    expect(emitted.slice(3).map(statusOf)).toEqual([
      ['introduced', 'in_committee'],
      ['in_committee', 'reported'],
      ['reported', 'passed_one_chamber'],
    ])
    expect(emitted[3]?.body.progress).toHaveLength(2)
  })

  it('emits corrected progress as one complete event', async () => {
    await emissionsOf(bill('HB 12', { actions: [read, referred, passed] }))
    const emitted = await emissionsOf(bill('HB 12', { actions: [read, referred] }))
    expect(typesOf(emitted)).toEqual(['bill.action_removed', 'bill.status_changed'])
    expect(statusOf(emitted[1]!)).toEqual(['passed_one_chamber', 'in_committee'])
    expect(emitted[1]?.body.progress).toHaveLength(2)
  })

  it('emits an edited action as corrected, under its id', async () => {
    const before = await emissionsOf(bill('HB 13', { actions: [read, passed] }))
    const edited = { ...passed, description: 'Third reading, passed; yeas, 61; nays, 37.' }
    const emitted = await emissionsOf(bill('HB 13', { actions: [read, edited] }))
    expect(typesOf(emitted)).toEqual(['bill.action_corrected'])
    const ids = before.flatMap(({ type, body }) => (type === 'bill.action' ? [body.action] : []))
    expect(emitted[0]?.body.action).toMatchObject({ id: (ids[1] as { id: string }).id })
  })

  it('emits a list that became empty', async () => {
    await emissionsOf(bill('HB 14', { sponsors: [sponsor('Orcutt'), sponsor('Thai', false)] }))
    const emitted = await emissionsOf(bill('HB 14'))
    expect(typesOf(emitted)).toEqual(['bill.sponsors_changed'])
    expect(emitted[0]?.body.sponsors).toEqual([])
  })

  it('emits nothing about parts that the observation does not name', async () => {
    await emissionsOf(bill('HB 15', { actions: [read], sponsors: [sponsor('Orcutt')] }))
    const seen = bill('HB 15', { title: 'Another' })
    const emitted = await emissionsOf({ ...seen, parts: { core: seen.parts.core! } })
    expect(typesOf(emitted)).toEqual(['bill.updated'])
    const again = await emissionsOf({ ...seen, parts: { actions: [read, referred] } })
    expect(typesOf(again)).toEqual(['bill.action', 'bill.status_changed'])
  })

  it('emits a removal, and restores the same ids if the bill comes back', async () => {
    const before = await emissionsOf(bill('HB 16', { actions: [read] }))
    const gone = await emissionsOf({ ...bill('HB 16'), removed: 'withdrawn from the site' })
    expect(typesOf(gone)).toEqual(['bill.removed'])
    expect(gone[0]?.body).toMatchObject({ reason: 'withdrawn from the site', bill: { identifier: 'HB 16' } })
    const back = await emissionsOf(bill('HB 16', { actions: [read] }))
    expect(typesOf(back)).toEqual(['bill.introduced', 'bill.action', 'bill.status_changed'])
    expect(back[1]?.body).toMatchObject({ id: before[1]?.body.id, action: before[1]?.body.action })
    expect(back.map(({ sequence }) => sequence)).toEqual([5, 6, 7])
  })

  it('is compared with the revision before it in the same batch', async () => {
    const emitted = await emissionsOf(
      bill('HB 17', { title: 'A' }),
      bill('HB 17', { title: 'B' }, { observed_at: '2026-01-11T00:00:00Z' }),
      bill('HB 17', { title: 'A' }, { observed_at: '2026-01-12T00:00:00Z' }),
    )
    expect(
      emitted.map(({ type, body }) => [type, (body.core as { title: string } | undefined)?.title]),
    ).toEqual([
      ['bill.introduced', 'A'],
      ['bill.status_changed', undefined],
      ['bill.updated', 'B'],
      ['bill.updated', 'A'],
    ])
  })
})

describe('the events of a vote', () => {
  it('have the key of their bill, and its subjects', async () => {
    const [introduced] = await emissionsOf(bill('HB 20', { subjects: ['Taxes'] }))
    const [recorded] = await emissionsOf(vote('HB 20', 'roll 1'))
    expect(recorded).toMatchObject({
      type: 'vote.recorded',
      topic: 'legislog.votes.v1',
      key: introduced?.subject,
      partition: introduced?.partition,
      body: { bill: { id: introduced?.body.id, subjects: ['Taxes'], identifier: 'HB 20' } },
    })
  })

  it('have the minted id of a bill that no source has introduced, without subjects', async () => {
    const [recorded] = await emissionsOf(vote('HB 21', 'roll 1'))
    expect(recorded?.body.bill).toMatchObject({ identifier: 'HB 21', subjects: null })
    const [introduced] = await emissionsOf(bill('HB 21'))
    expect(introduced).toMatchObject({ type: 'bill.introduced', sequence: 1, subject: recorded?.key })
    expect(recorded?.body.bill).toMatchObject({ id: introduced?.body.id })
  })

  it('have their own key if the vote is about no bill', async () => {
    const [recorded] = await emissionsOf(vote(null, 'speaker'))
    expect(recorded?.key).toBe(recorded?.subject)
    expect(recorded?.body.bill).toMatchObject({ id: null, ocd_id: null, subjects: null })
  })

  it('include vote.corrected for changed content and vote.removed for a removal', async () => {
    await emissionsOf(vote('HB 22', 'roll 1'))
    expect(typesOf(await emissionsOf(vote('HB 22', 'roll 1', { result: 'fail' })))).toEqual([
      'vote.corrected',
    ])
    const gone = await emissionsOf({ ...vote('HB 22', 'roll 1'), removed: 'vacated' })
    expect(typesOf(gone)).toEqual(['vote.removed'])
    expect(gone[0]?.body.bill).toMatchObject({ identifier: 'HB 22' })
  })

  it('have the subjects of a bill in the same batch', async () => {
    const emitted = await emissionsOf(vote('HB 23', 'roll 1'), bill('HB 23', { subjects: ['Budget'] }))
    expect(typesOf(emitted).at(-1)).toBe('vote.recorded')
    expect(emitted.at(-1)?.body.bill).toMatchObject({ subjects: ['Budget'] })
  })
})

describe('parts of a bill that no source has introduced', () => {
  it('wait, and are emitted with the bill', async () => {
    const seen = bill('HB 30', { actions: [read] })
    const counts = await ingesting.run(alone({ ...seen, parts: { actions: [read] } }), {
      name: 'actions-only',
    })
    expect(counts).toMatchObject({ pending: 1, events: 0 })
    const { parts } = bill('HB 30')
    const emitted = await emissionsOf({ ...seen, parts: { core: parts.core! } })
    expect(typesOf(emitted)).toEqual(['bill.introduced', 'bill.action', 'bill.status_changed'])
  })
})

describe('a record that is nested too deeply for an event', () => {
  it('goes to quarantine alone, with the location of the problem', async () => {
    const seen = bill('HB 40')
    const extras = { deep: JSON.parse('['.repeat(200) + ']'.repeat(200)) }
    const deep = { ...seen, parts: { ...seen.parts, core: { ...seen.parts.core!, extras } } }
    const counts = await ingesting.run(alone(deep, bill('HB 41')), { mode: 'live' })
    expect(counts).toMatchObject({ quarantined: 1, by_type: { 'bill.introduced': 1 } })
    const { rows } = await database.query('SELECT reason, detail FROM ingest.quarantine')
    expect(rows).toEqual([
      {
        reason: 'record_invalid',
        detail: expect.stringMatching(/^\/core\/extras\/deep\/0.* deeper than 100/),
      },
    ])
    await ingesting.emitted()
  })
})

describe('a record with a date in the far future', () => {
  it('does not make later reports stale', async () => {
    await emissionsOf(bill('HB 900', { title: 'Misdated' }, { observed_at: '9999-12-31T00:00:00Z' }))
    const emitted = await emissionsOf(
      bill('HB 900', { title: 'Right' }, { observed_at: '2026-03-03T00:00:00Z' }),
    )
    expect(typesOf(emitted)).toEqual(['bill.updated'])
    expect(
      await emissionsOf(bill('HB 900', { title: 'Right' }, { observed_at: '9998-01-01T00:00:00Z' })),
    ).toEqual([])
  })
})
