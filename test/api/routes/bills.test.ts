import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { WA } from '../../support/builders/event-parts.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let water: BuiltBill
let schools: BuiltBill
let delaware: BuiltBill

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  story.jurisdiction()
  story.session('2025-2026')
  water = story.bill({ identifier: 'HB 0005', title: 'Relating to water rights', subjects: ['Water'] })
  schools = story.bill({
    identifier: 'SB 7',
    title: 'Tax relief for schools in 2023',
    chamber: 'upper',
    abstracts: [{ abstract: 'A levy.', note: '' }],
  })
  story.bill({ identifier: 'HB 5', session: '2023-2024', title: 'Older' })
  delaware = story.bill({
    jurisdiction: 'ocd-division/country:us/state:de',
    identifier: 'HB 9',
    session: '153',
  })
  story.action(water, { date: '2026-02-03', description: 'Passed House', classification: ['passage'] })
  story.action(water, { date: '2026-01-12', description: 'First reading', classification: ['introduction'] })
  story.status(water, 'passed_one_chamber', '2026-02-03')
  story.sponsors(water, ['Alder', 'Birch'])
  story.emit('bill.sponsors_changed', {
    ...idsOf(delaware),
    bill: contextOf(delaware),
    sponsors: [
      {
        id: 'left',
        name: 'Cedar',
        entity_type: 'person',
        classification: 'cosponsor',
        primary: false,
        chamber: null,
        district: null,
        source_id: null,
        sponsored_on: '2026-01-02',
        withdrawn_on: '2026-01-09',
      },
    ],
  })
  story.texts(water, 'version', ['Introduced', 'Engrossed'])
  story.texts(water, 'document', ['Fiscal note'])
  const alder = story.person('Ada Alder')
  story.match('Alder', alder)
  story.match('Birch', null)
  story.vote(water, [
    ['Alder', 'yes'],
    ['Birch', 'no'],
    ['Nobody', 'absent'],
  ])
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

async function identifiers(url: string): Promise<string[]> {
  const answer = await api.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { identifier: string }[] }>().data.map((bill) => bill.identifier)
}

it('a sponsor who withdrew stays a sponsor, and is counted separately', async () => {
  const { counts } = (await api.get(`/v1/bills/${delaware.id}`)).json()
  expect(counts).toMatchObject({ sponsors: 1, withdrawn_sponsors: 1 })
  const { data } = (await api.get(`/v1/bills/${delaware.id}/sponsors`)).json()
  expect(data).toMatchObject([{ name: 'Cedar', withdrawn_on: '2026-01-09' }])
})

describe('GET /v1/bills', () => {
  it('lists every bill by id, with its latest action', async () => {
    const { data, next_cursor } = (await api.get('/v1/bills')).json()
    expect(data).toHaveLength(4)
    expect(next_cursor).toBeNull()
    expect(data[0]).toMatchObject({
      id: water.id,
      ocd_id: water.ocd_id,
      jurisdiction: WA,
      identifier: 'HB 0005',
      status: 'passed_one_chamber',
      latest_action: { date: '2026-02-03', description: 'Passed House' },
      reasons: { introduced: expect.any(String), action: expect.any(String), vote: expect.any(String) },
    })
    expect(data[1].latest_action).toBeNull()
  })

  it('filters by jurisdiction under any of its names', async () => {
    for (const name of ['wa', 'WA', 'Washington', WA, 'ocd-jurisdiction/country:us/state:wa/government']) {
      expect(await identifiers(`/v1/bills?jurisdiction=${encodeURIComponent(name)}`)).toHaveLength(3)
    }
  })

  it('filters by session, subject and status', async () => {
    expect(await identifiers('/v1/bills?session=2023-2024')).toEqual(['HB 5'])
    expect(await identifiers('/v1/bills?subject=Water')).toEqual(['HB 0005'])
    expect(await identifiers('/v1/bills?status=passed_one_chamber')).toEqual(['HB 0005'])
    expect(await identifiers('/v1/bills?status=vetoed')).toEqual([])
  })

  it('finds a whole identifier in any spelling', async () => {
    expect(await identifiers('/v1/bills?q=hb5')).toEqual(['HB 5', 'HB 0005'])
    expect(await identifiers('/v1/bills?q=H.B.%205&session=2023-2024')).toEqual(['HB 5'])
  })

  it('does not read words that contain a number as an identifier', async () => {
    expect(await identifiers('/v1/bills?q=tax%202023%20relief')).toEqual(['SB 7'])
    expect(await identifiers('/v1/bills?q=levies')).toEqual(['SB 7'])
    expect(await identifiers('/v1/bills?q=100%20days')).toEqual([])
  })

  it('treats text that looks like SQL as plain text', async () => {
    for (const text of ["'; DROP TABLE bills; --", '%_\\', "' OR 1=1", '"', ':*&|!()', '{}', '$1']) {
      const answer = await api.get(
        `/v1/bills?q=${encodeURIComponent(text)}&session=${encodeURIComponent(text)}`,
      )
      expect(answer.json()).toEqual({ data: [], next_cursor: null })
    }
  })
})

describe('GET /v1/bills/{id}', () => {
  it('accepts an id, an ocd_id, and an ocd_id with unencoded slashes', async () => {
    const byId = (await api.get(`/v1/bills/${water.id}`)).json()
    expect(byId).toMatchObject({
      id: water.id,
      title: 'Relating to water rights',
      ai_summary: 'Relating to water rights',
      ai_summary_meta: { method: 'title', citations: [] },
      progress: [{ status: 'passed_one_chamber', date: '2026-02-03' }],
      counts: { actions: 2, sponsors: 2, withdrawn_sponsors: 0, votes: 1, versions: 2, documents: 1 },
      links: { actions: `/v1/bills/${water.id}/actions` },
    })
    expect((await api.get(`/v1/bills/${encodeURIComponent(water.ocd_id)}`)).json()).toEqual(byId)
    expect((await api.get(`/v1/bills/${water.ocd_id}`)).json()).toEqual(byId)
  })

  it('returns the same values as the list', async () => {
    const { data } = (await api.get('/v1/bills')).json()
    for (const item of data) {
      expect((await api.get(`/v1/bills/${item.id}`)).json()).toMatchObject(item)
    }
  })
})

describe('a collection of the parts of a bill', () => {
  it('numbers actions from the oldest', async () => {
    const { data } = (await api.get(`/v1/bills/${water.id}/actions`)).json()
    expect(data.map(({ order, description }: Record<string, unknown>) => [order, description])).toEqual([
      [1, 'First reading'],
      [2, 'Passed House'],
    ])
  })

  it('includes the matched person of a sponsor and a voter, and keeps unmatched names as printed', async () => {
    const { data: sponsors } = (await api.get(`/v1/bills/${water.id}/sponsors`)).json()
    expect(sponsors[0].person).toMatchObject({ name: 'Ada Alder', party: 'Democratic', district: '5' })
    expect(sponsors[1]).toMatchObject({ name: 'Birch', person: null })
    const { data: votes } = (await api.get(`/v1/bills/${water.id}/votes`)).json()
    expect(votes[0].bill.id).toBe(water.id)
    expect(
      votes[0].votes.map((vote: { person: { name: string } | null }) => vote.person?.name ?? null),
    ).toEqual(['Ada Alder', null, null])
    const one = (await api.get(`/v1/votes/${votes[0].id}`)).json()
    expect(one).toEqual(votes[0])
    expect((await api.get(`/v1/votes/${votes[0].ocd_id}`)).json()).toEqual(one)
  })

  it('lists versions before documents, in the order of the source', async () => {
    const { data } = (await api.get(`/v1/bills/${water.id}/versions`)).json()
    expect(data.map(({ kind, note }: Record<string, unknown>) => [kind, note])).toEqual([
      ['version', 'Introduced'],
      ['version', 'Engrossed'],
      ['document', 'Fiscal note'],
    ])
  })

  it('is empty if the bill has no such parts, and returns 404 if the bill does not exist', async () => {
    for (const part of ['actions', 'sponsors', 'votes', 'versions', 'committees']) {
      expect((await api.get(`/v1/bills/${schools.id}/${part}`)).json()).toEqual({
        data: [],
        next_cursor: null,
      })
      const missing = await api.get(`/v1/bills/999999/${part}`)
      expect(missing.statusCode).toBe(404)
      expect(missing.json()).toMatchObject({ code: 'not_found', status: 404 })
    }
  })

  it('is the same under /api/v1', async () => {
    for (const path of ['bills', `bills/${water.id}/votes`, `votes/999`]) {
      const [one, other] = await Promise.all([api.get(`/v1/${path}`), api.get(`/api/v1/${path}`)])
      expect(other.statusCode).toBe(one.statusCode)
      if (one.statusCode === 200) expect(other.json()).toEqual(one.json())
    }
  })
})
