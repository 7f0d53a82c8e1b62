import { beforeAll, describe, expect, it } from 'vitest'
import { billKey } from '../../../ingest/identity/identity-keys.ts'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import { addDelays, type DelayTarget } from '../../../runtime/delays/delay-counter.ts'
import { jurisdictions } from '../../../schemas/vocabulary/jurisdictions.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createMaps, emitDivision, US } from '../../support/builders/boundaries.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import {
  action,
  alone,
  bill,
  SESSION,
  session,
  sponsor,
  DIVISION as WA,
} from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createIngestWorld, type IngestWorld } from '../../support/ingest/ingest-world.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const SEATTLE = `${WA}/place:seattle`
const clock = createManualClock('2026-03-02T09:00:00Z')

let api: TestApi
let ingesting: IngestWorld

/** Real runs fill the state of ingest. The read model gets the events that the log would contain. */
beforeAll(async () => {
  const test = await createProjectedDatabase()
  ingesting = await createIngestWorld(test.database, test.settings)
  const filed = (number: number, key = `HB${number}`) =>
    bill(`HB ${number}`, { sponsors: [sponsor('Orcutt')] }, { key: billKey(WA, SESSION, key) })
  const observed = alone(session(), filed(1), filed(2), filed(5))
  await ingesting.run(observed, { name: 'openstates-scraper', clock })
  await ingesting.run(alone(filed(1), filed(2)), { name: 'legiscan', clock })
  await ingesting.run(alone(filed(1)), { name: 'bill-text', clock })
  clock.advance(3_600_000)
  const broken = {
    kind: 'observed' as const,
    get group(): never {
      throw new Error('the site is a page of HTML today')
    },
  }
  await ingesting.run([broken], { name: 'legiscan', clock }).catch(() => undefined)

  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  emitDivision(story, `${WA}/sldu:1`, { name: 'Washington State Senate district 1' })
  emitDivision(story, `${WA}/cd:1`, { aliases: [`${WA}/cd:at-large`] })
  const role = { type: 'upper', chamber: 'upper', district: '1', division_id: `${WA}/sldu:1` } as const
  story.person('Ann Adams', role)
  story.person('Bea Brook', { ...role, end_date: '2025-01-12' })
  await createMaps(story, test.settings).emit(`${WA}/sldu:1`, { release: 'map', valid_from: '2025-01-13' })
  await projected.apply(story.take())
  await projected.setWatermark('2026-03-02T09:59:58.500Z')
  const delays = (
    target: DelayTarget,
    jurisdiction: string,
    time: string,
    delay_ms: number,
    events: number,
  ) => addDelays(test.database, target, [{ jurisdiction, at_ms: Date.parse(time), delay_ms, events }])
  await delays('api', WA, '2026-02-23T23:59:59Z', 900_000, 500)
  await delays('api', WA, '2026-02-24T00:00:00Z', 2_000, 60)
  await delays('api', WA, '2026-03-02T08:00:00Z', 120, 38)
  await delays('api', WA, '2026-03-02T08:00:00Z', 600, 2)
  await delays('webhook', WA, '2026-03-01T08:00:00Z', 300, 21)
  await delays('webhook', `${US}/state:va`, '2026-03-01T08:00:00Z', 300, 19)
  api = await createTestApi(test, { clock })
})

const reportOf = async (id: string) => (await api.get(`/api/v1/coverage?ocd_id=${id}`)).json()

describe('GET /v1/coverage', () => {
  it('lists every jurisdiction, including those without data, in pages', async () => {
    const ids: string[] = []
    let query = 'limit=20'
    for (;;) {
      const { data, next_cursor } = (await api.get(`/v1/coverage?${query}`)).json()
      ids.push(...data.map(({ ocd_id }: { ocd_id: string }) => ocd_id))
      if (next_cursor === null) break
      query = `limit=20&cursor=${next_cursor}`
    }
    expect(ids).toEqual(jurisdictions.map(({ division_id }) => division_id).toSorted())
    const { data } = (await api.get('/v1/coverage?limit=200')).json()
    const states = Map.groupBy(data as { status: string }[], ({ status }) => status)
    expect([states.get('loaded')?.length, states.get('requestable')?.length]).toEqual([1, 56])
  })

  it('shows the data of a jurisdiction, its age, its gaps and its unmatched names', async () => {
    const { data } = (await api.get('/v1/coverage?limit=200')).json()
    const washington = data.find(({ ocd_id }: { ocd_id: string }) => ocd_id === WA)
    expect(washington).toMatchObject({
      division_id: WA,
      name: 'Washington',
      classification: 'state',
      status: 'loaded',
      loaded: true,
      requestable: false,
      last_success_at: '2026-03-02T09:00:00.000000Z',
      held: { bills: 3, sessions: 1, texts: 1, votes: 0, boundaries: 0 },
      unmatched: { sponsors: 1, unmatched_sponsors: 1, sponsors_ratio: 1, voters_ratio: null },
      numbers: { present: 3, missing: 2 },
      visible_through: '2026-03-02T09:59:58.500000Z',
      lag_s: 1.5,
    })
    expect(
      washington.sources.map(({ source, held }: { source: string; held: object }) => [source, held]),
    ).toEqual([
      ['bill-text', { bill: 1 }],
      ['legiscan', { bill: 2 }],
      ['openstates-scraper', { bill: 3, session: 1 }],
    ])
    const texas = data.find(({ name }: { name: string }) => name === 'Texas')
    expect(texas).toMatchObject({
      status: 'requestable',
      loaded: false,
      requestable: true,
      sources: [],
      latest_runs: [],
      last_success_at: null,
      unmatched: null,
      numbers: null,
    })
  })

  it('shows the delays until news could be read and until webhooks were answered', async () => {
    const { jurisdiction } = await reportOf(WA)
    expect(jurisdiction.delays).toEqual({
      api: {
        two_days: { events: 40, p50_s: 0.15, p95_s: 0.15, since: '2026-03-02' },
        seven_days: { events: 100, p50_s: 2.2, p95_s: 2.2, since: '2026-02-24' },
      },
      webhook: {
        two_days: { deliveries: 20, p50_s: 0.33, p95_s: 0.33, since: '2026-03-01' },
        seven_days: { deliveries: 20, p50_s: 0.33, p95_s: 0.33, since: '2026-03-01' },
      },
    })
    // A place with few webhooks shows no delays, so that nobody learns that it has some.
    const none = { two_days: null, seven_days: null }
    expect((await reportOf(`${US}/state:va`)).jurisdiction.delays).toEqual({ api: none, webhook: none })
    const { data } = (await api.get('/v1/coverage?limit=200')).json()
    const [washington] = data.filter(({ ocd_id }: { ocd_id: string }) => ocd_id === WA)
    expect(washington.delays).toEqual(jurisdiction.delays)
  })

  it('shows the last run of each source, including failed runs: S17', async () => {
    const { jurisdiction } = await reportOf(WA)
    const [, legiscan, scraper] = jurisdiction.latest_runs
    expect(legiscan).toEqual({
      source: 'legiscan',
      success: false,
      status: 'failed',
      start_time: '2026-03-02T10:00:00.000000Z',
      end_time: '2026-03-02T10:00:00.000000Z',
    })
    expect(scraper).toMatchObject({ source: 'openstates-scraper', success: true })
    expect(jurisdiction.sources[1].last_success_at).toBe('2026-03-02T09:00:00.000000Z')
  })

  it('for a division adds its maps, its legislators and the gaps of its jurisdiction', async () => {
    const report = await reportOf(`${WA}/sldu:01`)
    expect(report).toMatchObject({
      ocd_id: `${WA}/sldu:1`,
      name: 'Washington State Senate district 1',
      is_listed: true,
      type: 'sldu',
      boundary: { status: 'loaded', loaded: true, requestable: false, maps: [{ release: 'map' }] },
      legislators: 1,
      jurisdiction: { ocd_id: WA, held: { bills: 3 } },
      gaps: [{ prefix: 'HB', missing: 2, first_missing: [3, 4] }],
    })
    expect((await api.get(report.boundary.href)).json().id).toBe(`${WA}/sldu:1`)
  })

  it.each([
    [`${WA}/cd:at-large`, { ocd_id: `${WA}/cd:1`, is_listed: true, aliases: [`${WA}/cd:at-large`] }],
    ['wa', { ocd_id: WA, name: 'Washington', type: 'state' }],
    [`${US}/district:dc`, { ocd_id: `${US}/state:dc`, name: 'District of Columbia', is_listed: false }],
    [SEATTLE, { ocd_id: SEATTLE, name: null, type: 'place', parent_id: WA, is_listed: false }],
    ['ocd-division/country:ca/ed:10001', { is_listed: false, jurisdiction: { status: 'requestable' } }],
    [
      'ocd-division/country:uk/constituency:E14001063',
      { ocd_id: 'ocd-division/country:gb/constituency:e14001063' },
    ],
  ])('shows that the boundary of %s is not loaded and can be requested', async (id, wanted) => {
    expect(await reportOf(id)).toMatchObject({
      ...wanted,
      boundary: { status: 'requestable', loaded: false, requestable: true, maps: [] },
    })
  })

  it('returns 404 for an unknown division and 400 for an invalid id', async () => {
    for (const [id, status, code] of [
      [`${WA}/sldu:99`, 404, 'not_found'],
      ['ocd-division/00000000-0000-5000-8000-000000000000', 404, 'not_found'],
      ['nowhere', 400, 'invalid_parameter'],
      [`${WA}&limit=5`, 400, 'invalid_parameter'],
      [`${WA}&updated_since=2026-01-01`, 400, 'unknown_parameter'],
    ] as const) {
      const answer = await api.get(`/v1/coverage?ocd_id=${id}`)
      expect([id, answer.statusCode, answer.json().code]).toEqual([id, status, code])
    }
  })
})

describe('the sessions of a jurisdiction', () => {
  const ended = (closedOn?: string) => {
    const seen = session('2024')
    const days = { start_date: '2024-01-08', end_date: '2024-03-07', active: true }
    const closed = closedOn === undefined ? {} : { closed: { closed_on: closedOn } }
    return { ...seen, parts: { session: { ...seen.parts.session!, ...days }, ...closed } }
  }
  const old = bill(
    'HB 9',
    { actions: [action('2024-02-01', 'First reading.')] },
    { key: billKey(WA, '2024', 'HB9') },
  )
  const ingest = (...seen: Observation[]) =>
    ingesting.run(alone(...seen), { name: 'openstates-scraper', clock })
  const overdue = async () => (await reportOf(WA)).jurisdiction.overdue_sessions

  it('are overdue if they ended, have no new action and are not closed', async () => {
    expect(await overdue()).toEqual([])
    await ingest(ended(), old)
    const wanted = [{ session: '2024', ended_on: '2024-03-07', last_action_on: '2024-02-01' }]
    expect(await overdue()).toEqual(wanted)
    const { data } = (await api.get('/v1/coverage?limit=200')).json()
    expect(data.find(({ ocd_id }: { ocd_id: string }) => ocd_id === WA).overdue_sessions).toEqual(wanted)
    await ingest({ ...ended('2024-03-07'), observed_at: '2026-03-01T00:00:00Z' })
    expect(await overdue()).toEqual([])
  })
})
