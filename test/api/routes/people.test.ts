import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder, idsOf, type Named } from '../../support/builders/event-builder.ts'
import { WA } from '../../support/builders/event-parts.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const clock = createManualClock('2026-06-01T12:00:00Z')
let api: TestApi
let alder: Named
let birch: Named
let rules: Named

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  alder = story.person('Ada Alder', { district: '5' })
  birch = story.person('Ben O’Birch', { chamber: 'upper', type: 'upper', district: '7' }, 'Republican')
  story.person('Cid Cedar', { end_date: '2026-05-31', district: '5' })
  story.person('Governor Elm', null)
  const twin = story.person('Ada Alder (double)', { district: '5' })
  story.emit('person.merged', { ...idsOf(twin), into: idsOf(alder) })
  rules = story.committee('Rules', {
    memberships: [
      {
        person_name: 'Ada Alder',
        role: 'Chair',
        person_ocd_id: twin.ocd_id,
        start_date: null,
        end_date: null,
      },
      { person_name: 'Who Knows', role: 'Member', person_ocd_id: null, start_date: null, end_date: null },
    ],
  })
  story.committee('Finance', { chamber: 'upper' })
  const bill = story.bill()
  story.sponsors(bill, ['Alder'])
  story.match('Alder', twin)
  story.action(bill, {
    date: '2026-01-05',
    description: 'Referred to Rules',
    classification: ['referral-committee'],
    related_entities: [{ name: 'House Rules Committee', entity_type: 'organization' }],
  })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { clock })
})

async function names(url: string): Promise<string[]> {
  const answer = await api.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { name: string }[] }>().data.map(({ name }) => name)
}

describe('GET /v1/legislators', () => {
  it('filters by the current role', async () => {
    expect(await names('/v1/legislators?jurisdiction=wa&chamber=lower')).toEqual(['Ada Alder'])
    expect(await names('/v1/legislators?district=5')).toEqual(['Ada Alder'])
    expect(await names('/v1/legislators?party=republican')).toEqual(['Ben O’Birch'])
    clock.set('2026-05-31T12:00:00Z')
    expect(await names('/v1/legislators?district=5')).toEqual(['Ada Alder', 'Cid Cedar'])
    clock.set('2026-06-01T12:00:00Z')
  })

  it('finds legislators by words of their name, without wildcards', async () => {
    expect(await names('/v1/legislators?q=alder+ada')).toEqual(['Ada Alder'])
    expect(await names('/v1/legislators?q=%25')).toEqual([])
    expect(await names('/v1/legislators?q=_da')).toEqual([])
  })

  it('finds legislators by the start of any word in any of their names, without accents', async () => {
    expect(await names('/v1/legislators?name=ald')).toEqual(['Ada Alder'])
    expect(await names('/v1/legislators?name=BIR&q=ben')).toEqual(['Ben O’Birch'])
    expect(await names('/v1/legislators?q=Édá')).toEqual([])
    expect(await names('/v1/legislators?q=Áda')).toEqual(['Ada Alder'])
  })

  it('filters by committee, and by whether a legislator is in office', async () => {
    expect(await names(`/v1/legislators?committee=${rules.id}`)).toEqual(['Ada Alder'])
    expect(await names(`/v1/legislators?committee=${encodeURIComponent(rules.ocd_id)}`)).toEqual([
      'Ada Alder',
    ])
    expect(await names('/v1/legislators?committee=999')).toEqual([])
    expect(await names('/v1/legislators?current=true')).toEqual(['Ada Alder', 'Ben O’Birch'])
    expect(await names('/v1/legislators?current=false')).toEqual(['Cid Cedar', 'Governor Elm'])
    for (const wrong of ['committee=rules', 'current=maybe']) {
      expect((await api.get(`/v1/legislators?${wrong}`)).json().code).toBe('invalid_parameter')
    }
  })

  it('includes all details with include=details', async () => {
    const { data } = (await api.get('/v1/legislators?include=details,deleted')).json()
    const [shown] = data
    expect(shown).toEqual((await api.get(`/v1/legislators/${alder.id}`)).json())
    expect(data.some((item: { deleted?: true }) => item.deleted)).toBe(true)
    expect((await api.get('/v1/legislators?include=offices')).json().code).toBe('invalid_parameter')
  })

  it('shows no current role after the role has ended', async () => {
    const { data } = (await api.get('/v1/legislators')).json()
    const cedar = data.find(({ name }: { name: string }) => name === 'Cid Cedar')
    expect(cedar).toMatchObject({ chamber: null, district: null, current_role: null, jurisdiction: WA })
    expect((await api.get(`/v1/legislators/${cedar.id}`)).json()).toMatchObject({
      ...cedar,
      roles: [{ district: '5' }],
    })
  })

  it('shows roles, offices and committees of a legislator', async () => {
    expect((await api.get(`/v1/legislators/${encodeURIComponent(alder.ocd_id)}`)).json()).toMatchObject({
      id: alder.id,
      party: 'Democratic',
      current_role: { title: 'Representative', district: '5' },
      offices: [{ voice: '555-0100' }],
      committees: [{ id: rules.id, name: 'Rules', role: 'Chair' }],
    })
    expect((await api.get(`/v1/legislators/${birch.id}`)).json().committees).toEqual([])
  })

  it('redirects a merged legislator, and sponsors show the remaining one', async () => {
    const { data } = (await api.get('/v1/bills')).json()
    const sponsors = (await api.get(`/v1/bills/${data[0].id}/sponsors`)).json()
    expect(sponsors.data[0].person.id).toBe(alder.id)
    const twin = (await api.get('/v1/legislators?include=deleted'))
      .json()
      .data.find((item: { deleted?: true }) => item.deleted)
    const moved = await api.get(`/v1/legislators/${twin.id}`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/v1/legislators/${alder.id}`])
  })
})

describe('GET /v1/committees', () => {
  it('can be filtered, and shows the members of a committee', async () => {
    expect(await names('/v1/committees?jurisdiction=WA&chamber=upper')).toEqual(['Finance'])
    expect(await names('/v1/committees?q=rul')).toEqual(['Rules'])
    const { memberships } = (await api.get(`/v1/committees/${rules.id}`)).json()
    expect(memberships).toMatchObject([
      { person_name: 'Ada Alder', role: 'Chair', person: { id: alder.id } },
      { person_name: 'Who Knows', person: null },
    ])
  })

  it('includes the committees in the referrals of a bill', async () => {
    const { data } = (await api.get('/v1/bills')).json()
    const url = `/v1/bills/${data[0].id}/committees`
    const referred = (await api.get(url)).json()
    expect(referred.data).toMatchObject([
      {
        name: 'House Rules Committee',
        chamber: 'lower',
        committee: { id: rules.id },
        first_referred_on: '2026-01-05',
      },
    ])
    const at = referred.data[0].updated_at
    expect((await api.get(`${url}?updated_since=${at}`)).json().data).toHaveLength(1)
    expect((await api.get(`${url}?updated_since=2027-01-01`)).json().data).toHaveLength(0)
  })
})
