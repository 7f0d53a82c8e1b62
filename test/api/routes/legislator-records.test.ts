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
import { rollCall } from '../../support/builders/event-parts.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let projected: ProjectedSchema
const story = new EventBuilder()
let alder: Named
let twin: Named
let mine: BuiltBill[]
let ayes: Named
let late: Named

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  alder = story.person('Ada Alder')
  const birch = story.person('Ben Birch')
  twin = story.person('Ada Alder (double)')
  story.emit('person.merged', { ...idsOf(twin), into: idsOf(alder) })
  story.match('Alder', alder)
  story.match('A. Alder', twin)
  story.match('Alder', birch, 'upper')
  mine = [story.bill(), story.bill(), story.bill()]
  const [sponsored, joined, both] = mine as [BuiltBill, BuiltBill, BuiltBill]
  story.sponsors(sponsored, ['Alder'])
  story.sponsors(joined, ['Cedar', 'A. Alder'])
  story.sponsors(both, ['Alder', 'A. Alder'])
  story.sponsors(story.bill({ chamber: 'upper' }), ['Alder'])
  story.sponsors(story.bill({ session: '2023-2024' }), ['Alder'])
  ayes = story.vote(sponsored, [
    ['Cedar', 'no'],
    ['Alder', 'yes'],
  ])
  late = story.vote(null, [['A. Alder', 'absent']])
  story.vote(sponsored, [['Alderson', 'yes']])
  story.vote(sponsored, [['Alder', 'yes']], { chamber: 'upper' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

type Item = { id: number; deleted?: true; updated_at: string }
async function items<T = Item>(url: string): Promise<T[]> {
  const answer = await api.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: T[] }>().data
}
const idsAt = async (url: string) => (await items(url)).map(({ id }) => id)

describe('GET /v1/legislators/{id}/bills', () => {
  it('lists each bill once, by every name of the person in its session and chamber', async () => {
    const found = await items<Item & { sponsorships: { name: string }[] }>(
      `/v1/legislators/${alder.id}/bills`,
    )
    expect(found.map(({ id }) => id)).toEqual(mine.map(({ id }) => id))
    expect(found[2]?.sponsorships.map(({ name }) => name)).toEqual(['Alder', 'A. Alder'])
  })

  it('can be filtered by session and by the kind of sponsorship', async () => {
    const url = `/v1/legislators/${alder.id}/bills`
    const [sponsored, joined, both] = mine.map(({ id }) => id)
    expect(await idsAt(`${url}?primary=true`)).toEqual([sponsored, both])
    expect(await idsAt(`${url}?primary=false`)).toEqual([joined, both])
    expect(await idsAt(`${url}?session=2023-2024`)).toEqual([])
    expect(await idsAt(`${url}?jurisdiction=wa&session=2025-2026`)).toHaveLength(3)
  })

  it('continues after the end of a page', async () => {
    const seen: number[] = []
    let query = '?limit=1'
    for (;;) {
      const { data, next_cursor } = (await api.get(`/v1/legislators/${alder.id}/bills${query}`)).json()
      seen.push(...data.map(({ id }: Item) => id))
      if (next_cursor === null) break
      query = `?limit=1&cursor=${next_cursor}`
    }
    expect(seen).toEqual(mine.map(({ id }) => id))
  })

  it('changes if a name is matched later, and has a tombstone if a sponsor is removed', async () => {
    const since = story.later
    const cedar = story.person('Cid Cedar')
    story.match('Cedar', cedar)
    story.sponsors(mine[2]!, ['Cedar'])
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    const gained = await items(`/v1/legislators/${cedar.id}/bills?updated_since=${since}`)
    expect(gained.map(({ id }) => id).sort()).toEqual([mine[1]!.id, mine[2]!.id])
    for (const { updated_at } of gained) expect(updated_at >= since).toBe(true)
    const lost = await items(`/v1/legislators/${alder.id}/bills?updated_since=${since}&include=deleted`)
    expect(lost).toMatchObject([{ id: mine[2]!.id, deleted: true }])
    expect(await idsAt(`/v1/legislators/${alder.id}/bills?updated_since=${since}`)).toEqual([])
  })
})

describe('GET /v1/legislators/{id}/votes', () => {
  it('lists the roll calls in which the person voted, and how', async () => {
    const found = await items<Item & { vote: object }>(`/v1/legislators/${alder.id}/votes`)
    expect(found).toMatchObject([
      { id: ayes.id, vote: { option: 'yes', voter_name: 'Alder' } },
      { id: late.id, bill: null, vote: { option: 'absent', voter_name: 'A. Alder' } },
    ])
    expect(await idsAt(`/v1/legislators/${alder.id}/votes?session=2023-2024`)).toEqual([])
    const first = (await api.get(`/v1/legislators/${alder.id}/votes?limit=1`)).json()
    expect(await idsAt(`/v1/legislators/${alder.id}/votes?limit=1&cursor=${first.next_cursor}`)).toEqual([
      late.id,
    ])
  })

  it('has a tombstone if a corrected roll call no longer has the person', async () => {
    const since = story.later
    const bill = mine[0]!
    const vote = rollCall([['Cedar', 'no']], {})
    story.emit('vote.corrected', { ...ayes, bill: contextOf(bill), vote })
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    const url = `/v1/legislators/${alder.id}/votes?updated_since=${since}`
    expect(await items(`${url}&include=deleted`)).toMatchObject([{ id: ayes.id, deleted: true }])
    expect(await items(url)).toEqual([])
    expect(await idsAt(`/v1/legislators/${alder.id}/votes`)).toEqual([late.id])
  })
})

describe('the records of a merged person', () => {
  it('redirect to those of the person who remains', async () => {
    for (const part of ['bills', 'votes']) {
      const moved = await api.get(`/v1/legislators/${twin.id}/${part}`)
      expect([moved.statusCode, moved.headers.location]).toEqual([301, `/v1/legislators/${alder.id}/${part}`])
      expect(moved.json().replaced_by).toEqual(alder)
      expect((await api.get(`/v1/legislators/999/${part}`)).statusCode).toBe(404)
    }
  })
})
