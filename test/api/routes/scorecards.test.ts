import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, contextOf, EventBuilder, type Named } from '../../support/builders/event-builder.ts'
import { rollCall } from '../../support/builders/event-parts.ts'
import {
  emitScorecard,
  scorecardItem,
  scorecardMember,
  someScorecard,
} from '../../support/builders/scorecards.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const story = new EventBuilder()
let api: TestApi
let projected: ProjectedSchema
let computed: Named
let grid: Named
let printed: Named
let gone: Named
let alder: Named
let birch: Named
let roll: Named
let bill: BuiltBill

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  const term = { start_date: '2025-01-01', end_date: null }
  bill = story.bill({ identifier: 'HB 12', chamber: 'lower', introduced_on: '2026-01-10' })
  alder = story.person('Ada Alder', term)
  birch = story.person('Bo Birch', term, 'Republican')
  const late = story.person('Lee Larch', { start_date: '2026-06-01', end_date: null })
  story.match('Alder', alder)
  story.match('Birch', birch)
  story.match('Larch', late)
  story.match('Smith', null)
  story.vote(
    bill,
    [
      ['Alder', 'no'],
      ['Birch', 'no'],
    ],
    { start_date: '2026-02-01', motion_classification: ['amendment'] },
  )
  roll = story.vote(
    bill,
    [
      ['Alder', 'yes'],
      ['Birch', 'absent'],
      ['Smith', 'no'],
      ['Larch', 'absent'],
    ],
    { start_date: '2026-02-10', motion_classification: ['passage'] },
  )
  story.sponsors(bill, ['Alder'])
  computed = emitScorecard(story, {
    title: 'Bees 2026',
    items: [
      scorecardItem('1', { session: '2025-2026', bill_identifier: 'hb 0012', weight: 2 }),
      scorecardItem('2', { kind: 'cosponsorship', bill_ocd_id: bill.ocd_id }),
    ],
    policies: { ...someScorecard().policies!, vote_choice: 'final_passage', absent: 'half' },
  })
  grid = emitScorecard(story, {
    title: 'Hives',
    organization: { name: 'Hive Club', url: null },
    items: [scorecardItem('a'), scorecardItem('b', { kind: 'other' })],
    members: [
      scorecardMember('Alder', { marks: ['for', 'against'], printed: '50' }),
      scorecardMember('=Nobody', { marks: ['blank', 'for'], printed: '100' }),
    ],
  })
  printed = emitScorecard(story, {
    title: 'Printed',
    method: 'published',
    policies: null,
    printed_unit: 'grade',
    sessions: ['2025-2026'],
    members: [scorecardMember('Birch', { printed: 'B+' })],
  })
  gone = emitScorecard(story)
  story.emit('scorecard.removed', { ...gone, reason: 'withdrawn' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

const data = async (path: string) => {
  const answer = await api.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe('GET /v1/scorecards', () => {
  it('lists scorecards, and filters them by place, session, organization and method', async () => {
    const ids = async (query: string) =>
      (await data(`/v1/scorecards${query}`)).data.map(({ id }: Named) => id)
    expect(await ids('')).toEqual([computed.id, grid.id, printed.id])
    expect(await ids('?organization=hive%20club')).toEqual([grid.id])
    expect(await ids('?method=published&jurisdiction=wa')).toEqual([printed.id])
    expect(await ids('?session=2023-2024')).toEqual([])
    expect((await api.get('/v1/scorecards?method=guessed')).statusCode).toBe(400)
  })

  it('tells readers of changes that one was removed', async () => {
    const { data: changes } = await data('/v1/scorecards?updated_since=2026-01-01&include=deleted')
    expect(changes.at(-1)).toMatchObject({ id: gone.id, deleted: true })
    expect((await api.get(`/v1/scorecards/${gone.id}`)).json()).toMatchObject({ status: 404, deleted: true })
  })

  it('shows policies and items of one', async () => {
    for (const id of [computed.id, encodeURIComponent(computed.ocd_id)]) {
      expect(await data(`/v1/scorecards/${id}`)).toMatchObject({
        title: 'Bees 2026',
        organization: { id: null, name: 'Society of Beekeepers' },
        policies: { vote_choice: 'final_passage', absent: 'half' },
        items: [
          { id: '1', bill_identifier: 'hb 0012', weight: 2 },
          { id: '2', kind: 'cosponsorship' },
        ],
      })
    }
  })
})

describe('GET /v1/scorecards/{id}/scores', () => {
  it('computes scores from roll calls and sponsorships, which add up', async () => {
    const answer = await data(`/v1/scorecards/${computed.id}/scores`)
    expect(answer.method).toEqual({ name: 'computed', version: 1, points_of_weight: 2 })
    expect(answer.data).toMatchObject([
      {
        legislator: { id: alder.id, name: 'Ada Alder' },
        points: 6,
        possible: 6,
        score: 100,
        rank: 1,
        items: [
          { item_id: '1', vote: { id: roll.id }, mark: 'for', points: 4, possible: 4 },
          { item_id: '2', vote: null, mark: 'for', points: 2, possible: 2 },
        ],
      },
      {
        legislator: { id: birch.id },
        points: 2,
        possible: 6,
        score: 33,
        rank: 2,
        items: [
          { mark: 'absent', points: 2, possible: 4 },
          { mark: 'not_sponsored', points: 0, possible: 2 },
        ],
      },
      { legislator: null, name: 'Smith', points: 0, possible: 4, score: 0, rank: 3 },
      {
        legislator: { name: 'Lee Larch' },
        score: null,
        reason: 'nothing_counted',
        items: [{ mark: 'out_of_office' }],
      },
    ])
  })

  it('computes scores from printed marks, beside the printed score', async () => {
    const { data: scores } = await data(`/v1/scorecards/${grid.id}/scores?sort=name`)
    expect(scores).toMatchObject([
      { name: '=Nobody', legislator: null, score: 100, printed: '100' },
      { name: 'Alder', legislator: { id: alder.id }, score: 50, printed: '50' },
    ])
  })

  it('shows a printed score alone where nothing says how it was made', async () => {
    const { data: scores } = await data(`/v1/scorecards/${printed.id}/scores`)
    expect(scores).toMatchObject([
      {
        legislator: { id: birch.id },
        score: null,
        points: null,
        printed: 'B+',
        reason: 'published',
        items: [],
      },
    ])
  })

  it('pages, sorts, filters, and keeps ranks', async () => {
    const path = `/v1/scorecards/${computed.id}/scores?sort=score`
    const first = await data(`${path}&limit=1`)
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Smith'])
    const second = await data(`${path}&limit=1&cursor=${first.next_cursor}`)
    expect(second.data).toMatchObject([{ name: 'Bo Birch', rank: 2 }])
    expect(
      (await api.get(`/v1/scorecards/${computed.id}/scores?cursor=${first.next_cursor}`)).statusCode,
    ).toBe(400)
    expect((await data(`${path}&chamber=upper`)).data).toEqual([])
  })

  it('writes CSV that adds up and runs no formula', async () => {
    const answer = await api.get(`/v1/scorecards/${grid.id}/scores?format=csv&sort=name`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body.split('\r\n').slice(0, 3)).toEqual([
      'id,legislator_id,name,printed_name,party,chamber,district,points,possible,score,printed,rank,reason,items',
      "member/2,,'=Nobody,'=Nobody,,lower,,1,1,100,100,1,,a blank 0/0; b for 1/1",
      `member/1,${alder.id},Ada Alder,Alder,Democratic,lower,5,1,2,50,50,2,,a for 1/1; b against 0/1`,
    ])
  })

  it('gives a reader of changes the scores that a correction moved', async () => {
    const before = story.later
    story.match('Smith', birch)
    story.emit('vote.corrected', {
      ...correction(),
    })
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    const { data: changed } = await data(`/v1/scorecards/${computed.id}/scores?updated_since=${before}`)
    expect(changed.map(({ name }: { name: string }) => name)).toContain('Ada Alder')
  })
})

function correction() {
  return {
    ...roll,
    bill: contextOf(bill),
    vote: rollCall(
      [
        ['Alder', 'no'],
        ['Birch', 'yes'],
      ],
      { start_date: '2026-02-10', motion_classification: ['passage'] },
    ),
  }
}

describe('GET /v1/legislators/{id}/scorecards', () => {
  it('lists what each scorecard says about one legislator', async () => {
    const { data: cards } = await data(`/v1/legislators/${birch.id}/scorecards`)
    expect(cards).toMatchObject([
      { id: computed.id, scorecard: { title: 'Bees 2026' }, points_of_weight: 2 },
      { id: printed.id, printed: 'B+', score: null, reason: 'published' },
    ])
    expect((await api.get('/v1/legislators/999999/scorecards')).statusCode).toBe(404)
  })
})
