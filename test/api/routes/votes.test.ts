import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, contextOf, EventBuilder, type Named } from '../../support/builders/event-builder.ts'
import { rollCall } from '../../support/builders/event-parts.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let bill: BuiltBill
let passed: Named
let failed: Named
let quorum: Named
let delaware: Named
let gone: Named

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  bill = story.bill()
  const alder = story.person('Ada Alder')
  story.match('Alder', alder)
  passed = story.mint('ocd-vote')
  const vote = rollCall(
    [
      ['Alder', 'yes'],
      ['Birch', 'no'],
      ['Cedar', 'yes'],
    ],
    {},
  )
  const parties = ['D', 'R', null]
  story.emit('vote.recorded', {
    ...passed,
    bill: contextOf(bill),
    vote: { ...vote, votes: vote.votes.map((one, index) => ({ ...one, party: parties[index] ?? null })) },
  })
  failed = story.vote(bill, [['Alder', 'no']], { result: 'fail', chamber: 'upper' })
  quorum = story.vote(null, [], { session: '2023-2024' })
  delaware = story.vote(null, [], { jurisdiction: 'ocd-division/country:us/state:de' })
  gone = story.vote(bill, [])
  story.emit('vote.removed', { ...gone, bill: contextOf(bill), reason: 'a copy' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

async function ids(query: string): Promise<number[]> {
  const answer = await api.get(`/v1/votes${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { id: number }[] }>().data.map(({ id }) => id)
}

describe('GET /v1/votes', () => {
  it('lists all roll calls without their votes, including those without a bill', async () => {
    expect(await ids('')).toEqual([passed.id, failed.id, quorum.id, delaware.id])
    const { data } = (await api.get('/v1/votes?limit=1')).json()
    expect(data[0]).toMatchObject({ bill: { id: bill.id }, counts: [{ option: 'yes', value: 2 }] })
    expect(data[0].votes).toBeUndefined()
  })

  it('can be filtered by place, session, chamber, bill and result', async () => {
    expect(await ids('?jurisdiction=wa')).toEqual([passed.id, failed.id, quorum.id])
    expect(await ids('?jurisdiction=wa&session=2023-2024')).toEqual([quorum.id])
    expect(await ids('?chamber=upper')).toEqual([failed.id])
    expect(await ids(`?bill=${bill.id}`)).toEqual([passed.id, failed.id])
    expect(await ids(`?bill=${encodeURIComponent(bill.ocd_id)}&result=fail`)).toEqual([failed.id])
    expect((await api.get('/v1/votes?bill=HB+1')).json().code).toBe('invalid_parameter')
  })

  it('lists changed roll calls, with tombstones', async () => {
    expect(await ids('?updated_since=1970-01-01&include=deleted')).toContain(gone.id)
    expect(await ids('?updated_since=2027-01-01')).toEqual([])
  })
})

describe('GET /v1/votes/{id}', () => {
  it('shows how each member voted, and counts by party if parties are printed', async () => {
    const found = (await api.get(`/v1/votes/${passed.id}`)).json()
    expect(found.votes[0]).toMatchObject({ voter_name: 'Alder', person: { name: 'Ada Alder' } })
    expect(found.party_counts).toEqual([
      { party: '', counts: [{ option: 'yes', value: 1 }] },
      { party: 'D', counts: [{ option: 'yes', value: 1 }] },
      { party: 'R', counts: [{ option: 'no', value: 1 }] },
    ])
    expect((await api.get(`/v1/votes/${failed.id}`)).json().party_counts).toEqual([])
    expect((await api.get(`/v1/votes/${gone.id}`)).json()).toMatchObject({ status: 404, deleted: true })
  })
})
