import { beforeAll, describe, expect, it } from 'vitest'
import { countWords } from '../../../projections/search/count-words.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { type BuiltBill, EventBuilder } from '../../support/builders/event-builder.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

/** More bills match than are all ranked for a page. */
const BILLS = 2_100

let api: TestApi
let test: TestDatabase
let projected: ProjectedSchema
const story = new EventBuilder()
let bills: BuiltBill[]

beforeAll(async () => {
  test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  bills = Array.from({ length: BILLS }, (_, n) =>
    story.bill({
      title: n % 3 === 0 ? 'Relating to taxes' : 'Relating to something else',
      subjects: n % 3 === 1 ? ['Taxes'] : [],
      abstracts: [{ abstract: 'It is about a tax.', note: '' }],
      introduced_on: n % 50 === 0 ? null : `2025-01-${String(1 + (n % 28)).padStart(2, '0')}`,
    }),
  )
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  await test.database.query(`ANALYZE ${projected.name}.bills; ANALYZE ${projected.name}.bill_words`)
  api = await createTestApi(test)
})

type Item = { id: number; passage: { part: string } }
const walk = async (query: string, between?: () => Promise<void>) =>
  (await walkPages(api, `/v1/bills?${query}`, between)).items as unknown as Item[]

describe('a walk over ranked bills', () => {
  it.each([200, 99])('in pages of %i lists every bill once, best first', async (limit) => {
    const items = await walk(`q=tax&limit=${limit}`)
    const ids = items.map(({ id }) => id)
    expect(ids.toSorted((a, b) => a - b)).toEqual(bills.map(({ id }) => id))
    const classes = items.map(({ passage }) => ['title', 'subjects', 'abstract'].indexOf(passage.part))
    expect(classes).toEqual(classes.toSorted((a, b) => a - b))
  })

  it('lists the bills in the same order in large pages and in small ones', async () => {
    const large = (await walk('q=tax&limit=200&session=2025-2026')).map(({ id }) => id)
    const small = (await walk('q=tax&limit=33&session=2025-2026')).map(({ id }) => id)
    expect(small).toEqual(large)
  })

  it('misses and repeats no bill while others are added and change', async () => {
    let page = 0
    const items = await walk('q=tax&limit=60', async () => {
      page += 1
      story.bill({ title: 'A new tax', introduced_on: page % 2 === 0 ? '2025-01-15' : '2026-01-01' })
      story.action(bills[(page * 37) % BILLS]!, { date: '2026-03-01', description: 'Read' })
      await projected.apply(story.take())
    })
    const ids = items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const found = new Set(ids)
    for (const { id } of bills) expect(found.has(id), `bill ${id}`).toBe(true)
  })

  it('keeps its order while the words are counted again', async () => {
    const before = await walk('q=tax+relating&limit=200')
    await countWords(test.database, projected.name)
    const counted = await walk('q=tax+relating&limit=60', async () => {
      for (let n = 0; n < 20; n++) story.bill({ title: 'Relating to a new item' })
      await projected.apply(story.take())
      await countWords(test.database, projected.name)
    })
    const ids = counted.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted((a, b) => a - b)).toEqual(before.map(({ id }) => id).toSorted((a, b) => a - b))
  })

  it('ends at once if nothing matches', async () => {
    const { data, next_cursor } = (await api.get('/v1/bills?q=something&jurisdiction=de')).json()
    expect({ data, next_cursor }).toEqual({ data: [], next_cursor: null })
  })
})
