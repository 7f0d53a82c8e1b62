import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import {
  type BuiltBill,
  contextOf,
  EventBuilder,
  idsOf,
  type Named,
} from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let projected: ProjectedSchema
const story = new EventBuilder()
const referred = ['referral-committee']
const committees: Record<string, Named> = {}
let bills: BuiltBill[]

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  committees.education = story.committee('Education')
  committees.higher = story.committee('Higher Education')
  committees.upper = story.committee('Education', { chamber: 'upper' })
  committees.audit = story.committee('Joint Committee on Audit', { chamber: 'legislature' })
  committees.nameless = story.committee('Committee of the House')
  committees.parts = story.committee('Early Learning', {
    classification: 'subcommittee',
    parent_ocd_id: committees.education.ocd_id,
  })
  story.committee('Education', { jurisdiction: 'ocd-division/country:us/state:de' })
  bills = Array.from({ length: 6 }, () => story.bill())
  const texts = [
    'First reading, referred to Education.',
    'Referred to Higher Education, then to Education',
    'Referred to Higher Education',
    'Education was not referred to Audit',
  ]
  texts.forEach((description, index) => {
    story.action(bills[index]!, { date: '2026-01-05', description, classification: referred })
  })
  story.action(bills[4]!, {
    date: '2026-01-05',
    description: 'To committee',
    classification: referred,
    related_entities: [{ name: 'House Committee on Education', entity_type: 'organization' }],
  })
  story.action(bills[4]!, {
    id: 'again',
    date: '2026-02-05',
    description: 'Referred to Education',
    classification: referred,
  })
  story.action(bills[5]!, {
    date: '2026-01-05',
    description: 'Referred to Education',
    chamber: 'upper',
    classification: referred,
  })
  story.action(bills[5]!, {
    date: '2026-01-06',
    description: 'Heard in Education',
    classification: ['hearing-held'],
  })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

type Item = { id: number; deleted?: true; referrals: { date: string }[] }
async function items(url: string): Promise<Item[]> {
  const answer = await api.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Item[] }>().data
}
const placesOf = async (name: string, query = '') =>
  (await items(`/v1/committees/${committees[name]!.id}/bills${query}`)).map(({ id }) =>
    bills.findIndex((bill) => bill.id === id),
  )

describe('GET /v1/committees/{id}/bills', () => {
  it.each([
    ['education', [0, 1, 4]],
    ['higher', [1, 2]],
    ['upper', [5]],
    ['audit', [3]],
    ['nameless', []],
  ])('for %s returns the bills %j', async (name, places) => expect(await placesOf(name)).toEqual(places))

  it('lists a bill if the bill lists the committee', async () => {
    for (const [place, bill] of bills.entries()) {
      const { data } = (await api.get(`/v1/bills/${bill.id}/committees`)).json()
      const ids = data.map(({ committee }: { committee: Named | null }) => committee?.id)
      for (const [name, { id }] of Object.entries(committees)) {
        expect((await placesOf(name)).includes(place), `${name} ${place}`).toBe(ids.includes(id))
      }
    }
  })

  it('shows each referral, and continues after the end of a page', async () => {
    const url = `/v1/committees/${committees.education!.id}/bills`
    expect((await items(url)).at(-1)?.referrals.map(({ date }) => date)).toEqual(['2026-01-05', '2026-02-05'])
    const { next_cursor } = (await api.get(`${url}?limit=2`)).json()
    expect((await items(`${url}?limit=2&cursor=${next_cursor}`)).map(({ id }) => id)).toEqual([bills[4]!.id])
    expect(await placesOf('education', '?session=2023-2024')).toEqual([])
  })

  it('leaves a tombstone if the referral is removed', async () => {
    const since = story.later
    const bill = bills[0]!
    const answer = (await api.get(`/v1/bills/${bill.id}/actions`)).json()
    story.emit('bill.action_removed', { ...idsOf(bill), bill: contextOf(bill), action_id: answer.data[0].id })
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    const url = `/v1/committees/${committees.education!.id}/bills?updated_since=${since}`
    expect(await items(url)).toEqual([])
    expect(await items(`${url}&include=deleted`)).toMatchObject([{ id: bill.id, deleted: true }])
  })
})

describe('GET /v1/committees', () => {
  it('shows the parent and the subcommittees of a committee, and filters by parent', async () => {
    const { education, parts } = committees
    expect((await api.get(`/v1/committees/${education!.id}`)).json()).toMatchObject({
      parent: null,
      subcommittees: [{ id: parts!.id, name: 'Early Learning' }],
    })
    expect((await api.get(`/v1/committees/${parts!.id}`)).json().parent).toEqual({
      ...education,
      name: 'Education',
    })
    const ids = async (query: string) => (await items(`/v1/committees?${query}`)).map(({ id }) => id)
    expect(await ids(`parent=${education!.id}`)).toEqual([parts!.id])
    expect(await ids(`parent=${encodeURIComponent(education!.ocd_id)}`)).toEqual([parts!.id])
    expect(await ids('classification=subcommittee')).toEqual([parts!.id])
    expect((await api.get('/v1/committees?parent=rules')).json()).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
    })
  })
})
