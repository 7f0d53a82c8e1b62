import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../../support/api/test-api.ts'
import { createWholeService } from '../../support/service/whole-service.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: number }

let api: TestApi

beforeAll(async () => {
  const service = await createWholeService()
  service.startRelay()
  await service.startProjections()
  await service.ingestSample()
  await service.caughtUp()
  api = await service.openApi()
})

describe('include=details', () => {
  it.each([
    ['/v1/bills', ''],
    ['/api/v1/bills', ''],
    ['/v1/bills', '&jurisdiction=zz&session=2026&sort=-id'],
    ['/v1/legislators', ''],
  ])('gives in %s all that each has by itself, member by member%s', async (path, query) => {
    const { data } = (await api.get(`${path}?include=details&limit=200${query}`)).json() as { data: Item[] }
    expect(data.length).toBeGreaterThan(5)
    for (const item of data) {
      expect(item).toEqual((await api.get(`${path}/${item.id}`)).json())
    }
  })

  it('has more in it than empty members: the sample has one of each', async () => {
    const { data } = (await api.get('/v1/bills?include=details&limit=200')).json() as { data: Item[] }
    const members = [
      'counts',
      'links',
      'related_bills',
      'first_action_date',
      'latest_passage_date',
      'next_chamber',
    ]
    for (const member of members) {
      const values = data.map((bill) => bill[member])
      const isTold = (value: unknown) => value !== null && JSON.stringify(value) !== '[]'
      expect(values.some(isTold), member).toBe(true)
    }
    expect(data.every(({ ai_summary }) => ai_summary === null)).toBe(true)
    const { data: people } = (await api.get('/v1/legislators?include=details')).json() as {
      data: { committees: unknown[] }[]
    }
    expect(people.some(({ committees }) => committees.length > 0)).toBe(true)
  })

  it('goes together with parts, with words and with what was found by a number', async () => {
    for (const query of [
      'q=pollinators',
      'q=HB+1',
      'include=details,sponsors,actions',
      'updated_since=2026-01-01',
    ]) {
      const url = `/v1/bills?${query}${query.includes('include') ? '' : '&include=details'}`
      const [bill] = (await api.get(url)).json().data as Item[]
      const detail = (await api.get(`/v1/bills/${bill!.id}`)).json() as Item
      expect(bill, url).toMatchObject(detail)
    }
  })
})
