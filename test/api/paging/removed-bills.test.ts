import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { type BuiltBill, contextOf, EventBuilder, idsOf } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let projected: ProjectedSchema
let story: EventBuilder
let bills: BuiltBill[]

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  api = await createTestApi(test)
})

beforeEach(async () => {
  await projected.clear()
  story = new EventBuilder()
  bills = Array.from({ length: 3 }, () => story.bill())
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
})

describe('a bill', () => {
  it('that was removed is a tombstone with include=deleted, and is hidden otherwise', async () => {
    const [gone] = bills
    story.emit('bill.removed', { ...idsOf(gone!), bill: contextOf(gone!), reason: 'duplicate' })
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    expect((await walkPages(api, `/v1/bills?updated_since=${story.at}`)).items).toEqual([])
    for (const query of [`updated_since=${story.at}&`, '']) {
      const { items } = await walkPages(api, `/v1/bills?${query}include=deleted&limit=200`)
      expect(items.find(({ id }) => id === gone!.id)).toEqual({
        id: gone!.id,
        ocd_id: gone!.ocd_id,
        deleted: true,
        updated_at: story.at,
      })
    }
    expect((await api.get(`/v1/bills/${gone!.id}`)).json()).toMatchObject({ status: 404, deleted: true })
    expect((await api.get(`/v1/bills/${gone!.id}/actions`)).statusCode).toBe(404)
  })

  it('that was merged redirects to the bill that replaced it', async () => {
    const [loser, winner] = bills
    story.emit('bill.merged', { ...idsOf(loser!), bill: contextOf(loser!), into: idsOf(winner!) })
    await projected.apply(story.take())
    for (const [url, location] of [
      [`/v1/bills/${loser!.id}`, `/v1/bills/${winner!.id}`],
      [`/api/v1/bills/${loser!.ocd_id}/votes`, `/api/v1/bills/${winner!.id}/votes`],
    ] as const) {
      const answer = await api.get(url)
      expect(answer.statusCode).toBe(301)
      expect(answer.headers.location).toBe(location)
      expect(answer.json()).toMatchObject({ code: 'moved', replaced_by: idsOf(winner!) })
    }
  })

  it('leaves a tombstone of each removed part', async () => {
    const [bill] = bills
    story.sponsors(bill!, ['Alder', 'Birch', 'Cedar'])
    story.sponsors(bill!, ['Alder', 'Cedar'])
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
    const url = `/v1/bills/${bill!.id}/sponsors`
    expect((await api.get(url)).json().data).toHaveLength(2)
    const { items } = await walkPages(api, `${url}?updated_since=2026-01-01&include=deleted&limit=1`)
    expect(items.filter((item) => item.deleted)).toEqual([
      { id: `spo-${bill!.id}-Birch`, deleted: true, updated_at: story.at },
    ])
    expect(items).toHaveLength(3)
  })

  it('is hidden if only a vote has named it', async () => {
    const named = story.mint('ocd-bill')
    const stub = { ...bills[0]!, ...named }
    const vote = story.vote(stub, [['Alder', 'yes']])
    await projected.apply(story.take())
    expect((await api.get(`/v1/bills/${named.id}`)).statusCode).toBe(404)
    expect(
      (await walkPages(api, '/v1/bills?limit=200&include=deleted')).items.map(({ id }) => id),
    ).not.toContain(named.id)
    expect((await api.get(`/v1/votes/${vote.id}`)).json().bill).toMatchObject(named)
  })
})
