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
  ])(
    'returns for each item of %s the same members as its own path, with the query "%s"',
    async (path, query) => {
      const { data } = (await api.get(`${path}?include=details&limit=200${query}`)).json() as { data: Item[] }
      expect(data.length).toBeGreaterThan(5)
      for (const item of data) {
        const own = (await api.get(`${path}/${item.id}`)).json()
        // A list derives no summary.
        const summary = item.ai_summary === null ? { ai_summary: null, ai_summary_meta: null } : {}
        expect(item).toEqual({ ...own, ...summary })
      }
    },
  )

  it('contains real values: the sample has each kind', async () => {
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
      const isPresent = (value: unknown) => value !== null && JSON.stringify(value) !== '[]'
      expect(values.some(isPresent), member).toBe(true)
    }
    const { data: people } = (await api.get('/v1/legislators?include=details')).json() as {
      data: { committees: unknown[] }[]
    }
    expect(people.some(({ committees }) => committees.length > 0)).toBe(true)
  })

  it('can be combined with parts, words and a number', async () => {
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
