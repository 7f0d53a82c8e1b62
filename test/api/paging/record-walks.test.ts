import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { type BuiltBill, EventBuilder, type Named } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

let api: TestApi
let projected: ProjectedSchema
let story: EventBuilder
let alder: Named
let education: Named
let bills: BuiltBill[]
let votes: Named[]

/** Alder sponsors forty bills under two names. All are in Education, and she votes in forty roll calls. */
beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  story = new EventBuilder()
  alder = story.person('Ada Alder')
  education = story.committee('Education')
  story.match('Alder', alder)
  bills = Array.from({ length: 40 }, () => story.bill())
  votes = bills.map((bill, index) => {
    const name = index % 2 === 0 ? 'Alder' : 'A. Alder'
    story.sponsors(bill, [name])
    story.action(bill, {
      date: '2026-01-05',
      description: 'Referred to Education',
      classification: ['referral-committee'],
    })
    return story.vote(bill, [[name, 'yes']])
  })
  story.match('A. Alder', alder)
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test)
})

type Collection = { readonly path: () => string; readonly ids: () => number[] }
const collections: Record<string, Collection> = {
  'bills of a legislator': {
    path: () => `/v1/legislators/${alder.id}/bills`,
    ids: () => bills.map(({ id }) => id),
  },
  'votes of a legislator': {
    path: () => `/v1/legislators/${alder.id}/votes`,
    ids: () => votes.map(({ id }) => id),
  },
  'bills of a committee': {
    path: () => `/v1/committees/${education.id}/bills`,
    ids: () => bills.map(({ id }) => id),
  },
  'all roll calls': { path: () => '/v1/votes', ids: () => votes.map(({ id }) => id) },
}
const cases = Object.keys(collections).flatMap((name) => [1, 7, 200].map((limit) => [name, limit] as const))

/** Changes one bill, which the reader may have passed or not reached yet. */
async function disturb(page: number): Promise<void> {
  const bill = bills[(page * 13) % bills.length]!
  story.action(bill, { date: '2026-02-01', description: `Read on ${page}` })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
}

describe('a walk', () => {
  it.each(cases)('through %s in pages of %i lists each item once while items change', async (name, limit) => {
    const { path, ids } = collections[name]!
    const { items } = await walkPages(api, `${path()}?limit=${limit}`, disturb)
    expect(items.map(({ id }) => id)).toEqual(ids())
  })

  it.each(cases)(
    'through the changes of %s in pages of %i lists everything together with the next walk',
    async (name, limit) => {
      const { path, ids } = collections[name]!
      const seen = new Set<number>()
      const first = await walkPages(api, `${path()}?limit=${limit}&updated_since=2026-01-01`, disturb)
      const stamps = first.items.map(({ updated_at }) => updated_at)
      expect(stamps).toEqual(stamps.toSorted())
      expect(new Set(first.items.map(({ id }) => id)).size).toBe(first.items.length)
      for (const { id } of first.items) seen.add(id)
      const since = [...first.sync_through].at(-1)!
      const { items } = await walkPages(api, `${path()}?limit=${limit}&updated_since=${since}`)
      for (const { id, updated_at } of items) {
        expect(updated_at >= since).toBe(true)
        seen.add(id)
      }
      expect([...seen].sort((a, b) => a - b)).toEqual(ids())
    },
  )
})
