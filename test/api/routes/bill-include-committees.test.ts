import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, EventBuilder, type Named } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const DE = 'ocd-division/country:us/state:de'
const referred = ['referral-committee']

let api: TestApi
let bills: { heard: BuiltBill; elsewhere: BuiltBill; empty: BuiltBill; long: BuiltBill }
let committees: { education: Named; delaware: Named }

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  committees = {
    education: story.committee('Education'),
    delaware: story.committee('Education', { jurisdiction: DE }),
  }
  story.committee('Rules')
  bills = {
    heard: story.bill(),
    elsewhere: story.bill({ jurisdiction: DE }),
    empty: story.bill(),
    long: story.bill(),
  }
  const { heard, elsewhere, long } = bills
  story.action(heard, {
    date: '2026-02-01',
    description: 'Referred to Rules',
    classification: referred,
  })
  story.action(heard, {
    date: '2026-01-05',
    description: 'First reading, referred to Education',
    classification: referred,
  })
  story.action(heard, {
    date: '2026-01-20',
    description: 'Do pass',
    classification: ['committee-passage-favorable'],
  })
  story.action(elsewhere, {
    date: '2026-01-05',
    description: 'Referred to Education',
    classification: referred,
  })
  for (let n = 0; n < 101; n++) {
    story.action(long, {
      date: '2026-01-12',
      description: 'To committee',
      classification: referred,
      related_entities: [{ name: `Committee ${n}`, entity_type: 'organization' }],
    })
  }
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

const collectionOf = async ({ id }: Named) =>
  (await api.get(`/v1/bills/${id}/committees?limit=200`)).json().data

describe('include=committees', () => {
  it('returns the same committees as the collection of each bill, in lists and for one bill', async () => {
    const { data } = (await api.get('/v1/bills?include=committees')).json()
    expect(data).toHaveLength(4)
    for (const bill of data) {
      const all = await collectionOf(bill)
      expect(bill.committees).toEqual(all.slice(0, 100))
      const detail = (await api.get(`/v1/bills/${bill.id}?include=committees`)).json()
      expect(detail.committees).toEqual(all)
      expect(detail.cut_short).toEqual([])
    }
    const [heard, , empty] = data
    expect(heard.committees).toMatchObject([
      {
        name: 'Education',
        is_pending: false,
        activities: [{ activity: 'referred' }, { activity: 'reported' }],
      },
      { name: 'Rules', is_pending: true },
    ])
    expect(empty.committees).toEqual([])
  })

  it('resolves a name to the committee of the legislature of the bill', async () => {
    for (const order of ['id', '-id']) {
      const { data } = (await api.get(`/v1/bills?include=committees&sort=${order}`)).json()
      const committeeOf = ({ id }: Named) =>
        data.find((bill: Named) => bill.id === id).committees[0].committee.id
      expect(committeeOf(bills.heard)).toBe(committees.education.id)
      expect(committeeOf(bills.elsewhere)).toBe(committees.delaware.id)
    }
  })

  it('reports if a list was cut short', async () => {
    const { data } = (await api.get('/v1/bills?include=sponsors,committees')).json()
    const long = data.find(({ id }: Named) => id === bills.long.id)
    expect(long.committees).toHaveLength(100)
    expect(long.cut_short).toEqual(['committees'])
    const whole = (await api.get(`/v1/bills/${bills.long.id}?include=committees`)).json()
    expect(whole.committees).toHaveLength(101)
  })

  it('is required to get committees', async () => {
    expect((await api.get(`/v1/bills/${bills.heard.id}`)).json()).not.toHaveProperty('committees')
    for (const bill of (await api.get('/v1/bills?include=actions')).json().data)
      expect(bill).not.toHaveProperty('committees')
  })
})
