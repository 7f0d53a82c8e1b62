import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { type BuiltBill, EventBuilder, type Named } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let alder: Named
let water: BuiltBill
let roads: BuiltBill

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  water = story.bill({
    identifier: 'HB 0005',
    title: 'Water',
    subjects: ['Water'],
    introduced_on: '2025-01-10',
    classification: ['bill', 'appropriation'],
  })
  roads = story.bill({ identifier: 'SB 7', title: 'Roads', chamber: 'upper', introduced_on: '2025-02-10' })
  story.bill({
    identifier: 'SJR 9',
    title: 'Undated',
    introduced_on: null,
    classification: ['joint resolution'],
  })
  const old = story.bill({
    identifier: 'HB 5',
    title: 'Old',
    session: '2023-2024',
    introduced_on: '2023-01-10',
  })
  story.bill({
    jurisdiction: 'ocd-division/country:us/state:de',
    session: '153',
    identifier: 'HB 5',
    title: 'Delaware',
  })
  story.action(water, { date: '2026-02-03', description: 'Passed House' })
  story.action(roads, { date: '2025-02-11', description: 'Read' })
  story.status(water, 'passed_one_chamber', '2026-02-03')
  story.sponsors(water, ['Alder', 'Ada Alder', 'BIRCH'])
  story.sponsors(roads, ['Alder'])
  story.sponsors(old, ['Alder'])
  alder = story.person('Ada Alder')
  story.match('Alder', alder)
  story.match('Ada Alder', alder)
  const before = story.person('A. Alder')
  story.match('A. A.', before, 'upper')
  story.sponsors(roads, ['Alder', 'A. A.'])
  story.emit('person.merged', { ...before, into: alder })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

async function titles(query: string): Promise<string[]> {
  const answer = await api.get(`/v1/bills?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { title: string }[] }>().data.map(({ title }) => title)
}
const refused = async (query: string) => (await api.get(`/v1/bills?${query}`)).json()

describe('a list of bills', () => {
  it.each([
    ['identifier=hb5', ['Water', 'Old', 'Delaware']],
    ['identifier=H.B.%205,sb7&jurisdiction=wa', ['Water', 'Roads', 'Old']],
    ['classification=appropriation', ['Water']],
    ['classification=joint%20resolution', ['Undated']],
    ['chamber=upper', ['Roads']],
    ['introduced_since=2025-01-11', ['Roads', 'Delaware']],
    ['introduced_since=2025-01-10&session=2025-2026', ['Water', 'Roads']],
    ['action_since=2025-02-11', ['Water', 'Roads']],
    ['action_since=2025-02-12', ['Water']],
    ['action_since=2025-02-11&status=passed_one_chamber&subject=Water', ['Water']],
  ])('can be filtered by %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it.each([
    ['identifier=,'],
    [`identifier=${Array.from({ length: 51 }, (_, n) => n).join(',')}`],
    ['introduced_since=soon'],
    ['action_since=2025-02-30'],
    ['sort=title'],
    ['sort=relevance'],
    ['sort=id&updated_since=2026-01-01'],
    ['include=everything'],
    ['include=sponsors,,actions'],
    ['chamber=third'],
    ['classification='],
    ['sponsors=1'],
  ])('refuses the query %s', async (query) => {
    expect(await refused(query)).toMatchObject({
      status: 400,
      code: expect.stringMatching(/^(invalid|unknown)_/),
    })
  })

  it('has the same filters with updated_since', async () => {
    for (const filter of [
      'identifier=hb5',
      'chamber=upper',
      'sponsor=Alder',
      'classification=appropriation',
    ]) {
      const changed = await titles(`${filter}&updated_since=2026-01-01`)
      expect(changed.sort()).toEqual((await titles(filter)).sort())
    }
  })
})

describe('the sponsor filter', () => {
  it('matches a person by every printed name and merged id, in the right session and chamber', async () => {
    for (const sponsor of [String(alder.id), encodeURIComponent(alder.ocd_id)]) {
      expect(await titles(`sponsor=${sponsor}`)).toEqual(['Water', 'Roads'])
    }
  })

  it('matches a printed name or the full name of a person', async () => {
    expect(await titles('sponsor=Birch')).toEqual(['Water'])
    expect(await titles('sponsor=alder')).toEqual(['Water', 'Roads', 'Old'])
    expect(await titles('sponsor=ada%20alder')).toEqual(['Water', 'Roads'])
    expect(await titles('sponsor=nobody')).toEqual([])
    expect(await titles('sponsor=99999')).toEqual([])
  })

  it('lists a bill once even if it matches by two names', async () => {
    const { items } = await walkPages(api, `/v1/bills?sponsor=${alder.id}&limit=1`)
    expect(items.map(({ id }) => id)).toEqual([water.id, roads.id])
  })
})

describe('the sort parameter', () => {
  it.each([
    ['id', ['Water', 'Roads', 'Undated', 'Old', 'Delaware']],
    ['-id', ['Delaware', 'Old', 'Undated', 'Roads', 'Water']],
    ['introduced_on', ['Undated', 'Old', 'Water', 'Roads', 'Delaware']],
    ['-introduced_on', ['Delaware', 'Roads', 'Water', 'Old', 'Undated']],
    ['latest_action_on', ['Undated', 'Old', 'Delaware', 'Roads', 'Water']],
    ['-latest_action_on', ['Water', 'Roads', 'Delaware', 'Old', 'Undated']],
    ['updated_at', ['Undated', 'Delaware', 'Water', 'Old', 'Roads']],
    ['-updated_at', ['Roads', 'Old', 'Water', 'Delaware', 'Undated']],
  ])('orders bills by %s, also over several pages', async (sort, expected) => {
    for (const filter of [
      '',
      '&session=2025-2026',
      '&jurisdiction=wa',
      '&jurisdiction=wa&session=2025-2026',
    ]) {
      const whole = await titles(`sort=${sort}${filter}`)
      expect(whole).toEqual(expected.filter((title) => whole.includes(title)))
      const { items, pages } = await walkPages(api, `/v1/bills?sort=${sort}${filter}&limit=1`)
      expect(items.map((item) => (item as unknown as { title: string }).title)).toEqual(whole)
      expect(pages).toBe(whole.length)
    }
    expect(await titles(`sort=${sort}`)).toHaveLength(5)
  })

  it('is part of a cursor', async () => {
    const { next_cursor } = await refused('sort=-id&limit=1')
    expect(await refused(`sort=id&limit=1&cursor=${next_cursor}`)).toMatchObject({ code: 'cursor_mismatch' })
    expect(await refused(`limit=1&cursor=${next_cursor}`)).toMatchObject({ code: 'cursor_mismatch' })
  })
})
