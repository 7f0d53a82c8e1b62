import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import {
  activityOf,
  emitFiling,
  emitOrganization,
  emitPosition,
  filingOf,
} from '../../support/builders/advocacy/events.ts'
import { type BuiltBill, EventBuilder, idsOf, type Named } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const story = new EventBuilder()
let api: TestApi
let bees: Named
let twin: Named
let state: Named
let filing: Named
let bill: BuiltBill
let silent: BuiltBill

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  bill = story.bill({ identifier: 'HR 5' })
  silent = story.bill({ identifier: 'HR 6' })
  bees = emitOrganization(story, { name: 'The Beekeepers Company', type: 'trade_association' })
  twin = emitOrganization(story, { name: 'BEEKEEPERS CO.' })
  state = emitOrganization(story, { jurisdiction: 'ocd-division/country:us/state:ma' })
  filing = emitFiling(story, filingOf(twin, { activities: [activityOf('H.R. 5', 'TAX')] }))
  emitFiling(story, filingOf(bees, { kind: 'termination', year: 2025, amount: null, amount_kind: null }))
  const about = { jurisdiction: bill.jurisdiction, session: bill.session, identifier: 'HR 5' }
  emitPosition(story, twin, { bill: { ...about, ocd_id: idsOf(bill).ocd_id }, stance: 'oppose' })
  emitPosition(story, bees, { regulation: { scheme: 'rin', number: '2060-AV16' }, stance: null })
  story.emit('advocacy_organization.merged', { ...twin, into: bees })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

type Item = Record<string, unknown> & { id: number }
const list = async (path: string) => (await api.get(path)).json<{ data: Item[] }>().data
const idsIn = async (path: string) => (await list(path)).map(({ id }) => id)

describe('organizations that act on bills and rules', () => {
  it('are found by a name in any spelling, by place, type and the id of a publisher', async () => {
    expect(await idsIn('/v1/advocacy-organizations?name=beekeepers')).toEqual([bees.id])
    expect(await idsIn('/v1/advocacy-organizations?jurisdiction=ma')).toEqual([state.id])
    expect(await idsIn('/v1/advocacy-organizations?type=trade_association')).toEqual([bees.id])
    const identifier = encodeURIComponent(`us-lda client/${state.id}-12`)
    expect(await idsIn(`/v1/advocacy-organizations?identifier=${identifier}`)).toEqual([state.id])
  })

  it('answer 301 under a merged id, by number and by ocd_id, also for their parts', async () => {
    for (const [id, part] of [
      [twin.id, ''],
      [twin.ocd_id, ''],
      [twin.id, '/lobbying-filings'],
      [twin.id, '/positions'],
    ]) {
      const answer = await api.get(`/v1/advocacy-organizations/${id}${part}`)
      expect(answer.statusCode).toBe(301)
      expect(answer.headers.location).toBe(`/v1/advocacy-organizations/${bees.id}${part}`)
      expect(answer.json()).toMatchObject({ replaced_by: { id: bees.id, ocd_id: bees.ocd_id } })
    }
    const one = await api.get(`/v1/advocacy-organizations/${bees.ocd_id}`)
    expect(one.json()).toMatchObject({ id: bees.id, name: 'The Beekeepers Company' })
  })

  it('have the filings and positions of those that were merged into them', async () => {
    const path = `/v1/advocacy-organizations/${bees.id}`
    expect((await list(`${path}/lobbying-filings`)).map(({ kind }) => kind)).toEqual([
      'report',
      'termination',
    ])
    expect((await list(`${path}/positions`)).map(({ stance }) => stance)).toEqual(['oppose', null])
    expect(await idsIn(`/v1/advocacy-organizations/${state.id}/positions`)).toEqual([])
    expect((await api.get('/v1/advocacy-organizations/999999/positions')).statusCode).toBe(404)
  })
})

describe('lobbying filings', () => {
  it('are found by year, kind and issue, with exact money', async () => {
    expect(await idsIn('/v1/lobbying-filings?year=2026&kind=report&issue_code=tax')).toEqual([filing.id])
    expect(await idsIn('/v1/lobbying-filings?issue_code=DEF')).toEqual([])
    const one = await api.get(`/v1/lobbying-filings/${filing.ocd_id}`)
    expect(one.json()).toMatchObject({ amount: '40000.00', client: { ocd_id: twin.ocd_id } })
  })

  it('refuse a kind and a year that do not exist, by name', async () => {
    for (const [query, name] of [
      ['kind=letter', 'kind'],
      ['year=soon', 'year'],
    ] as const) {
      const answer = await api.get(`/v1/lobbying-filings?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(JSON.stringify(answer.json())).toContain(name)
    }
  })
})

it('a bill has the positions that sources state, and none that is inferred', async () => {
  expect(await list(`/v1/bills/${bill.id}/positions`)).toMatchObject([
    { stance: 'oppose', quote: 'We support it.', bill: { identifier: 'HR 5' } },
  ])
  // A filing names a bill, and nobody states a position on it.
  expect(await list(`/v1/bills/${silent.id}/positions`)).toEqual([])
})
