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
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let projected: ProjectedSchema
const story = new EventBuilder()
let bill: BuiltBill
let education: Named

const seat = (personName: string, role: string, named: Named | null, endDate: string | null = null) => ({
  person_name: personName,
  role,
  person_ocd_id: named?.ocd_id ?? null,
  start_date: null,
  end_date: endDate,
})

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  const alder = story.person('Ada Alder', { district: '1' })
  const birch = story.person('Ben Birch', { district: '2' })
  const cedar = story.person('Cid Cedar', { district: '3' })
  const dogwood = story.person('Dan Dogwood', { district: '4', title: 'Speaker of the House' })
  story.person('Eve Elm', { district: '5', title: 'Minority Leader' })
  story.person('Fay Fir', { chamber: 'upper', type: 'upper', title: 'Senate Majority Leader' })
  const gone = story.person('Gus Gone', { end_date: '2026-03-01' })
  const hazel = story.person('Hal Hazel', { chamber: 'upper', type: 'upper', district: '7' })
  education = story.committee('Education', {
    memberships: [
      seat('Cid Cedar', 'member', cedar),
      seat('Ada Alder', 'member', alder),
      seat('Dan Dogwood', 'chair', dogwood),
      seat('Gus Gone', 'member', gone),
      seat('Ben Birch', 'member', birch, '2025-12-31'),
      seat('Who Knows', 'member', null),
    ],
  })
  story.committee('Rules', { memberships: [seat('Ben Birch', 'chair', birch)] })
  story.committee('Finance', { chamber: 'upper', memberships: [seat('Hal Hazel', 'vice chair', hazel)] })
  bill = story.bill()
  story.sponsors(bill, ['Alder', 'Birch', 'Gone', 'Nobody'])
  for (const [name, one] of [
    ['Alder', alder],
    ['Birch', birch],
    ['Gone', gone],
  ] as const)
    story.match(name, one)
  story.action(bill, {
    date: '2026-01-05',
    description: 'Referred to Education',
    classification: ['referral-committee'],
  })
  story.status(bill, 'in_committee', '2026-01-05')
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { clock: createManualClock('2026-06-01T12:00:00Z') })
})

type Contact = { name: string; reasons: { reason: string; role: string }[]; updated_at: string }
async function contacts(query = ''): Promise<Contact[]> {
  const answer = await api.get(`/v1/bills/${bill.id}/legislators${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Contact[] }>().data
}
const shown = (all: readonly Contact[]) =>
  all.map(({ name, reasons }) => [name, ...reasons.map(({ reason, role }) => `${reason}: ${role}`)])

describe('GET /v1/bills/{id}/legislators', () => {
  it('lists sponsors, committee members and leaders in office, each once', async () => {
    expect(shown(await contacts())).toEqual([
      ['Ada Alder', 'sponsor: primary', 'committee_member: member'],
      ['Dan Dogwood', 'committee_member: chair', 'floor_leader: Speaker of the House'],
      ['Cid Cedar', 'committee_member: member'],
      ['Eve Elm', 'floor_leader: Minority Leader'],
      ['Ben Birch', 'sponsor: cosponsor'],
    ])
  })

  it('includes contact details', async () => {
    expect((await contacts())[0]).toMatchObject({
      chamber: 'lower',
      district: '1',
      title: 'Representative',
      reasons: [{ committee: null }, { committee: { id: education.id, name: 'Education' } }],
      contact: { email: null, offices: [{ voice: '555-0100' }], links: [] },
    })
  })

  it('leaves out sponsors who withdrew', async () => {
    const other = story.bill()
    const [kept, left] = ['Alder', 'Birch'].map((name) => ({
      id: name,
      name,
      entity_type: 'person',
      classification: 'cosponsor',
      primary: false,
      chamber: null,
      district: null,
      sponsored_on: null,
      withdrawn_on: null,
      source_id: null,
    }))
    const sponsors = [kept!, { ...left!, withdrawn_on: '2026-01-20' }]
    story.emit('bill.sponsors_changed', { ...idsOf(other), bill: contextOf(other), sponsors })
    await projected.apply(story.take())
    const { data } = (await api.get(`/v1/bills/${other.id}/legislators`)).json()
    expect(shown(data).filter(([, reason]) => reason?.startsWith('sponsor'))).toEqual([
      ['Ada Alder', 'sponsor: cosponsor'],
    ])
  })

  it('continues after the end of a page', async () => {
    const names: string[] = []
    let query = '?limit=2'
    for (;;) {
      const { data, next_cursor } = (await api.get(`/v1/bills/${bill.id}/legislators${query}`)).json()
      names.push(...data.map(({ name }: Contact) => name))
      if (next_cursor === null) break
      query = `?limit=2&cursor=${next_cursor}`
    }
    expect(names).toEqual((await contacts()).map(({ name }) => name))
  })

  it('changes if the bill moves to the other chamber', async () => {
    const since = story.later
    expect(await contacts(`?updated_since=${since}`)).toEqual([])
    story.action(bill, {
      date: '2026-02-01',
      description: 'Third reading, passed',
      classification: ['passage'],
    })
    story.status(bill, 'passed_one_chamber', '2026-02-01')
    story.action(bill, {
      date: '2026-02-03',
      description: 'Referred to Finance',
      chamber: 'upper',
      classification: ['referral-committee'],
    })
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    const now = await contacts()
    expect(shown(now)).toEqual([
      ['Ada Alder', 'sponsor: primary'],
      ['Hal Hazel', 'committee_member: vice chair'],
      ['Fay Fir', 'floor_leader: Senate Majority Leader'],
      ['Ben Birch', 'sponsor: cosponsor'],
    ])
    expect(await contacts(`?updated_since=${since}`)).toEqual(now)
    expect((await api.get(`/v1/bills/${bill.id}`)).json().next_chamber).toBe('upper')
  })

  it('returns 404 if the bill does not exist', async () => {
    expect((await api.get('/v1/bills/999/legislators')).statusCode).toBe(404)
  })
})
