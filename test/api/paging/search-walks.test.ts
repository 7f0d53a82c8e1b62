import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { EventBuilder, idsOf, type Named } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

/** Many pages of each kind. */
const OF_EACH = 650

const story = new EventBuilder()
let api: TestApi
let projected: ProjectedSchema
let documents: Named[]

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  const day = (n: number) => `2025-01-${String(1 + (n % 28)).padStart(2, '0')}`
  documents = Array.from({ length: OF_EACH }, (_, n) => [
    story.bill({
      title: n % 3 === 0 ? 'Fees' : 'Dues',
      subjects: ['Fees'],
      introduced_on: n % 9 === 0 ? null : day(n),
    }),
    story.regulation({ title: n % 2 === 0 ? 'Fees' : 'Dues', abstract: 'A fee.', publication_date: day(n) }),
  ]).flat()
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  await test.database.query('ANALYZE')
  api = await createTestApi(test)
})

const walk = async (url: string, between?: () => Promise<void>) => {
  const { items } = await walkPages(api, url, between)
  return items.map(({ id }) => id)
}
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

describe('a walk over bills and regulations', () => {
  it.each([200, 61])('lists each ranked document once in pages of %i', async (limit) => {
    expect(inOrder(await walk(`/v1/search?q=fees&limit=${limit}`))).toEqual(documents.map(({ id }) => id))
  })

  it.each([200, 20])('by id and by change lists each document once in pages of %i', async (limit) => {
    for (const query of ['', 'updated_since=2026-01-01&', 'q=fees&updated_since=2026-01-01&']) {
      const ids = await walk(`/v1/search?${query}limit=${limit}`)
      expect(inOrder(ids), query).toEqual(documents.map(({ id }) => id))
    }
  })

  it('gives the same list in large pages and in small ones', async () => {
    const query = 'q=fees&kind=regulation'
    expect(await walk(`/v1/search?${query}&limit=44`)).toEqual(await walk(`/v1/search?${query}&limit=200`))
    expect(await walk('/v1/regulations?q=fees&limit=44')).toEqual(
      await walk('/v1/regulations?q=fees&limit=200'),
    )
  })

  it('counts the documents of all pages', async () => {
    const { facets } = (await api.get('/v1/search?q=fees&limit=1')).json()
    expect(facets).toMatchObject({
      kind: [
        { value: 'bill', count: OF_EACH },
        { value: 'regulation', count: OF_EACH },
      ],
      is_capped: false,
    })
  })

  it('misses and repeats no remaining document while others are added and removed', async () => {
    const gone = new Set<number>()
    let page = 0
    const ids = await walk('/v1/search?q=fees&limit=60', async () => {
      page += 1
      story.regulation({ title: 'New fees', publication_date: page % 2 === 0 ? '2025-01-15' : '2026-01-01' })
      const removed = documents[page * 2 + 1]!
      gone.add(removed.id)
      story.emit('regulation.removed', { ...idsOf(removed), reason: 'printed twice' })
      await projected.apply(story.take())
    })
    expect(new Set(ids).size).toBe(ids.length)
    const found = new Set(ids)
    for (const { id } of documents) if (!gone.has(id)) expect(found.has(id), `${id}`).toBe(true)
  })
})
