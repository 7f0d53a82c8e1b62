import { beforeEach, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const test = await createProjectedDatabase()
const projected: ProjectedSchema = await createProjectedSchema(test)
const api: TestApi = await createTestApi(test)
let story: EventBuilder

beforeEach(async () => {
  await projected.clear()
  story = new EventBuilder()
})

type Item = {
  readonly title: string
  readonly passage: { readonly part: string; readonly text: string } | null
}

async function search(query: string): Promise<Item[]> {
  const events = story.take()
  if (events.length > 0) await projected.apply(events)
  const answer = await api.get(`/v1/bills?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Item[] }>().data
}
const titles = async (query: string) => (await search(query)).map(({ title }) => title)

describe('bills that match words', () => {
  it('come in the order of how much the words say about them', async () => {
    story.bill({
      title: 'An act about the color of road signs',
      abstracts: [{ abstract: 'Water', note: '' }],
    })
    story.bill({ title: 'An act about roads', subjects: ['Water'] })
    story.bill({ title: 'Water' })
    story.bill({
      title: 'An act about the rights of farmers, of cities and of counties to water in dry years',
    })
    expect(await titles('q=water')).toEqual([
      'Water',
      'An act about the rights of farmers, of cities and of counties to water in dry years',
      'An act about roads',
      'An act about the color of road signs',
    ])
  })

  it('are found by new words, and no more by old ones, as soon as a change of the title shows', async () => {
    const bill = story.bill({ title: 'Water rights' })
    expect(await titles('q=water')).toEqual(['Water rights'])
    story.update(bill, { title: 'Road signs' })
    expect(await titles('q=water')).toEqual([])
    expect(await titles('q=road')).toEqual(['Road signs'])
  })

  it('are found under their new status', async () => {
    const bill = story.bill({ title: 'Water rights' })
    story.status(bill, 'enacted', '2025-03-01')
    expect(await titles('q=water&status=enacted')).toEqual(['Water rights'])
    story.status(bill, 'vetoed', '2025-03-02')
    expect(await titles('q=water&status=enacted')).toEqual([])
    expect(await titles('q=water&status=vetoed')).toEqual(['Water rights'])
  })

  it('are not found after they were removed, until they come back', async () => {
    const bill = story.bill({ title: 'Water rights' })
    story.emit('bill.removed', { ...idsOf(bill), bill: contextOf(bill), reason: 'gone' })
    expect(await titles('q=water')).toEqual([])
    story.update(bill, { title: 'Water rights' })
    expect(await titles('q=water')).toEqual(['Water rights'])
  })

  it('are found by the beginning of a word, which the passage shows', async () => {
    story.bill({ title: 'Schools', abstracts: [{ abstract: 'Pay of educators.', note: '' }] })
    story.bill({ title: 'Roads' })
    const [found, ...others] = await search('q=educ*')
    expect(others).toEqual([])
    expect(found!.passage).toEqual({
      part: 'abstract',
      text: 'Pay of educators.',
      matches: [{ start: 7, end: 16 }],
    })
  })

  it('have the passage of their best part', async () => {
    story.bill({ title: 'Water', abstracts: [{ abstract: 'Water of farms', note: '' }] })
    story.bill({ title: 'Roads', abstracts: [{ abstract: 'Water of cities', note: '' }] })
    const passages = (await search('q=water')).map(({ passage }) => passage?.text)
    expect(passages).toEqual(['Water', 'Water of cities'])
  })
})

describe('routine bills', () => {
  beforeEach(() => {
    story.bill({ title: 'Congratulating the teachers of Kent', classification: ['resolution'] })
    story.bill({ title: 'TEACHERS-TECH' })
    story.bill({ title: 'Pay of all teachers of the state', introduced_on: '2020-01-01' })
  })

  it('rank below bills that match as well', async () => {
    expect((await titles('q=teachers'))[0]).toBe('Pay of all teachers of the state')
    expect(await titles('q=teachers')).toHaveLength(3)
  })

  it('can be left out, or be the only ones, with words and without', async () => {
    for (const q of ['q=teachers&', '']) {
      expect(await titles(`${q}routine=false`)).toEqual(['Pay of all teachers of the state'])
      expect((await titles(`${q}routine=true`)).toSorted()).toEqual([
        'Congratulating the teachers of Kent',
        'TEACHERS-TECH',
      ])
    }
  })
})
