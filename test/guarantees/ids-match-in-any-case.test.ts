import { beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../support/api/refusal.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { createServiceWithSample } from '../support/service/whole-service.ts'

let api: TestApi

beforeAll(async () => {
  api = await (await createServiceWithSample()).openApi()
})

describe('an id', () => {
  const collections = ['bills', 'votes', 'legislators', 'committees', 'regulations', 'jurisdictions']

  it.each(collections)('of %s is found in any case', async (collection) => {
    const [{ id, ocd_id }] = (await api.get(`/v1/${collection}?limit=1`)).json().data
    for (const spelled of [ocd_id, ocd_id.toUpperCase(), ocd_id.replace('ocd', 'Ocd')]) {
      for (const path of [spelled, encodeURIComponent(spelled)]) {
        const found = await api.get(`/api/v1/${collection}/${path}`)
        expect([found.statusCode, found.json().id], path).toEqual([200, id])
      }
    }
  })

  it.each(collections)('of %s that does not exist returns 404 not_found in any case', async (collection) => {
    const kind = collection === 'jurisdictions' ? 'ocd-division/country:us/state:qq' : undefined
    const unknown = kind ?? 'ocd-bill/d068421a-0000-5000-8000-00000000000a'
    for (const path of [unknown, unknown.toUpperCase(), encodeURIComponent(unknown.toUpperCase())]) {
      const headers = { authorization: `Bearer ${api.token}` }
      const asked = { url: `/v1/${collection}/${path}`, headers }
      expect(await refusalOf(api, asked), path).toEqual({ status: 404, code: 'not_found' })
    }
  })

  it('in a filter or under another path is found in any case', async () => {
    const [bill] = (await api.get('/v1/votes?limit=1')).json().data.map((vote: { bill: object }) => vote.bill)
    const [person] = (await api.get('/v1/legislators?limit=1')).json().data
    const [{ ocd_id: committee }] = (await api.get('/v1/committees?limit=1')).json().data
    for (const path of [
      `votes?bill=${bill.ocd_id}`,
      `bills?sponsor=${person.ocd_id}`,
      `legislators?committee=${committee}`,
      `bills/${bill.ocd_id}/actions`,
      `legislators/${person.ocd_id}/votes`,
      'coverage?ocd_id=ocd-division/country:us/state:zz',
      'districts/ocd-division/country:us/state:zz/sldl:1/boundary',
    ]) {
      const [plain, upper] = [
        await api.get(`/v1/${path}`),
        await api.get(
          `/v1/${path.replace(/ocd-[^?]*?(?=$|\/actions|\/votes|\/boundary)/, (id) => id.toUpperCase())}`,
        ),
      ]
      expect(plain.statusCode, path).toBe(200)
      const { data, properties } = upper.json()
      if (!path.startsWith('coverage')) expect({ data, properties }).toEqual(pick(plain.json()))
      expect(upper.statusCode, path).toBe(200)
    }
    const follow = await api.get('/v1/follows', {
      method: 'POST',
      payload: { ocd_id: bill.ocd_id.toUpperCase() },
    })
    expect([follow.statusCode, follow.json().id]).toEqual([201, bill.id])
    expect((await api.get(`/v1/follows/${bill.ocd_id.toUpperCase()}`)).statusCode).toBe(200)
  })
})

const pick = ({ data, properties }: { data?: unknown; properties?: unknown }) => ({ data, properties })
