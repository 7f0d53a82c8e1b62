import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const PARTS = ['sponsors', 'actions', 'votes', 'versions', 'documents'] as const

let api: TestApi
let full: BuiltBill
let empty: BuiltBill
let long: BuiltBill

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  full = story.bill({ title: 'Full', abstracts: [{ abstract: 'A levy.', note: '' }] })
  empty = story.bill({ title: 'Empty' })
  long = story.bill({ title: 'Long' })
  story.action(full, { date: '2026-02-03', description: 'Passed House' })
  story.action(full, { date: '2026-01-12', description: 'First reading' })
  story.status(full, 'passed_one_chamber', '2026-02-03')
  story.sponsors(full, ['Alder', 'Birch', 'Cedar'])
  story.sponsors(full, ['Alder', 'Birch'])
  story.texts(full, 'version', ['Introduced', 'Engrossed'])
  story.texts(full, 'document', ['Fiscal note'])
  story.match('Alder', story.person('Ada Alder'))
  story.vote(full, [['Alder', 'yes']])
  for (let n = 0; n < 101; n++) story.action(long, { date: '2026-01-12', description: `Step ${n}` })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

describe('the include parameter', () => {
  it('returns the same parts in a list as the collections of each bill', async () => {
    const { data } = (await api.get(`/v1/bills?include=${PARTS.join(',')},details`)).json()
    for (const bill of data.slice(0, 2)) {
      expect(bill.cut_short).toEqual([])
      const { data: items } = (await api.get(`/v1/bills/${bill.id}/versions`)).json()
      // Only the list of versions says where a diff is.
      const listed = items.map(({ diff: _, ...item }: { diff: unknown }) => item)
      const versions = listed.filter(({ kind }: { kind: string }) => kind === 'version')
      expect({ versions: bill.versions, documents: bill.documents }).toEqual({
        versions,
        documents: listed.slice(versions.length),
      })
      for (const part of ['sponsors', 'actions'] as const) {
        expect(bill[part], part).toEqual((await api.get(`/v1/bills/${bill.id}/${part}`)).json().data)
      }
      const { data: votes } = (await api.get(`/v1/bills/${bill.id}/votes`)).json()
      expect(bill.votes).toHaveLength(votes.length)
      for (const [index, vote] of bill.votes.entries()) {
        expect(vote).not.toHaveProperty('votes')
        expect(votes[index]).toMatchObject(vote)
      }
      const detail = (await api.get(`/v1/bills/${bill.id}`)).json()
      for (const field of Object.keys(detail)) {
        expect(bill[field], field).toEqual(detail[field])
      }
    }
    expect(data[0].sponsors[0].person).toMatchObject({ name: 'Ada Alder' })
  })

  it('is required to get parts', async () => {
    const [bill] = (await api.get('/v1/bills')).json().data
    for (const part of [...PARTS, 'cut_short', 'abstracts']) expect(bill).not.toHaveProperty(part)
  })

  it('reports which part was cut short', async () => {
    const { data } = (await api.get('/v1/bills?include=actions,sponsors')).json()
    const [, , last] = data
    expect(last.actions).toHaveLength(100)
    expect(last.cut_short).toEqual(['actions'])
    const detail = (await api.get(`/v1/bills/${long.id}?include=actions`)).json()
    expect(detail.actions).toHaveLength(101)
    expect(detail.cut_short).toEqual([])
  })

  it('returns the same parts for one bill', async () => {
    const detail = (await api.get(`/v1/bills/${full.id}?include=${PARTS.join(',')}`)).json()
    const plain = (await api.get(`/v1/bills/${full.id}`)).json()
    expect(detail).toMatchObject(plain)
    expect(detail.counts).toMatchObject({ actions: 2, sponsors: 2, votes: 1, versions: 2, documents: 1 })
    for (const part of PARTS) expect(detail[part]).toHaveLength(detail.counts[part])
    const none = (await api.get(`/v1/bills/${empty.id}?include=${PARTS.join(',')}`)).json()
    for (const part of PARTS) expect(none[part]).toEqual([])
  })

  it('can be combined with include=deleted', async () => {
    const answer = await api.get('/v1/bills?include=deleted,sponsors&limit=1')
    expect(answer.json().data[0].sponsors).toHaveLength(2)
  })

  it('is refused if it names an unknown part', async () => {
    for (const url of ['/v1/bills?include=text', `/v1/bills/${full.id}?include=deleted`]) {
      expect((await api.get(url)).json()).toMatchObject({ status: 400 })
    }
  })
})
