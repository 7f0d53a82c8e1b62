import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { WA } from '../../support/builders/event-parts.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const story = new EventBuilder()
let api: TestApi
let projected: ProjectedSchema

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  story.jurisdiction()
  story.session('2023-2024')
  story.session('2025-2026')
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

describe('GET /v1/jurisdictions', () => {
  it('includes the sessions and the division id under both names', async () => {
    const { data } = (await api.get('/v1/jurisdictions')).json()
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      ocd_id: WA,
      division_id: WA,
      abbreviation: 'wa',
      sessions: [{ identifier: '2023-2024' }, { identifier: '2025-2026' }],
    })
  })

  it('accepts every name of a jurisdiction that the filter accepts', async () => {
    const { data } = (await api.get('/v1/jurisdictions')).json()
    for (const name of [
      data[0].id,
      'wa',
      'WA',
      'Washington',
      WA,
      encodeURIComponent(WA),
      data[0].jurisdiction_id,
    ]) {
      const answer = await api.get(`/v1/jurisdictions/${name}`)
      expect(answer.json(), String(name)).toEqual(data[0])
    }
    expect((await api.get('/v1/jurisdictions/de')).statusCode).toBe(404)
  })

  it('lists the sessions of a jurisdiction as a collection', async () => {
    const first = (await api.get('/v1/jurisdictions/wa/sessions?limit=1')).json()
    const second = (await api.get(`/v1/jurisdictions/wa/sessions?limit=1&cursor=${first.next_cursor}`)).json()
    expect(
      [first, second].flatMap(({ data }) => data.map((item: { identifier: string }) => item.identifier)),
    ).toEqual(['2023-2024', '2025-2026'])
    expect(second.next_cursor).toBeNull()
    expect(
      (await api.get(`/v1/jurisdictions/${WA}/sessions?updated_since=2026-01-01`)).json().data,
    ).toHaveLength(2)
  })

  it('lists a jurisdiction as changed if one of its sessions changed', async () => {
    const before = (await api.get('/v1/jurisdictions/wa')).json()
    const since = story.later
    expect((await api.get(`/v1/jurisdictions?updated_since=${since}`)).json().data).toEqual([])
    story.session('2027-2028')
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    const { data } = (await api.get(`/v1/jurisdictions?updated_since=${since}`)).json()
    expect(data).toHaveLength(1)
    expect(data[0].updated_at > before.updated_at).toBe(true)
    expect(data[0].reasons.details).toBe(data[0].updated_at)
    expect(data[0].sessions.map((session: { identifier: string }) => session.identifier)).toContain(
      '2027-2028',
    )
    expect((await api.get('/v1/jurisdictions/wa')).json()).toEqual(data[0])
  })
})
