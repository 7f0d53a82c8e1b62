import { beforeAll, describe, expect, it } from 'vitest'
import { createSearchWorld, type SearchWorld } from '../../support/api/search-world.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { type BuiltBill, contextOf, idsOf, type Named } from '../../support/builders/event-builder.ts'

type Found = {
  id: number
  kind: 'bill' | 'regulation'
  passage?: { part: string } | null
  deleted?: true
}

let world: SearchWorld
let inTitle: BuiltBill
let inSubjects: BuiltBill
let inText: BuiltBill
let notice: Named
let rule: Named

beforeAll(async () => {
  world = await createSearchWorld()
  const { story } = world
  inText = story.bill({ identifier: 'HB 1', title: 'Relating to land use', introduced_on: '2026-02-01' })
  notice = story.regulation({
    document_number: '2026-100',
    publication_date: '2026-01-20',
    title: 'Hearing',
    topics: ['Water'],
    abstract: 'Beekeeping on federal land.',
    docket_ids: ['HB-2'],
  })
  inSubjects = story.bill({ identifier: 'HB 2', title: 'Relating to insects', subjects: ['Beekeeping'] })
  rule = story.regulation({
    document_number: '2025-7',
    publication_date: '2025-06-01',
    title: 'Beekeeping standards and fees',
    abstract: null,
    topics: [],
    docket_ids: [],
    rins: [],
  })
  inTitle = story.bill({
    identifier: 'SB 9',
    title: 'Beekeeping',
    introduced_on: '2025-01-01',
    jurisdiction: DE,
  })
  await world.texts(inText, ['No permit is needed for beekeeping.'])
  await world.project()
  await world.index()
})

const DE = 'ocd-division/country:us/state:de'
const WA = 'ocd-division/country:us/state:wa'
const US = 'ocd-division/country:us'

async function search(query: string) {
  const answer = await world.api.get(`/v1/search?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Found[]; next_cursor: string | null; facets: object | null }>()
}
const ids = async (query: string) => (await search(query)).data.map(({ id }) => id)

describe('GET /v1/search', () => {
  it('ranks bills and regulations together by the part with the words', async () => {
    const { data } = await search('q=beekeeping')
    expect(data.map(({ id }) => id)).toEqual([
      ...[inTitle, rule, inSubjects, notice, inText].map(({ id }) => id),
    ])
    expect(data.map(({ kind, passage }) => [kind, passage?.part])).toEqual([
      ['bill', 'title'],
      ['regulation', 'title'],
      ['bill', 'subjects'],
      ['regulation', 'abstract'],
      ['bill', 'text'],
    ])
  })

  it('returns the same items as their own collections', async () => {
    for (const [path, id] of [
      ['bills', inTitle.id],
      ['regulations', rule.id],
    ] as const) {
      const { data } = (await world.api.get(`/v1/${path}?q=beekeeping`)).json()
      const own = data.find((item: Found) => item.id === id)
      const { kind, ...found } = (await search('q=beekeeping')).data.find((item) => item.id === id)!
      expect(`${kind}s`).toBe(path)
      expect(found).toEqual(own)
    }
  })

  it('returns only exact matches if the query is the number of a bill or a regulation', async () => {
    expect(await ids('q=hb+2')).toEqual([inSubjects.id])
    expect(await ids('q=HB-2')).toEqual([notice.id, inSubjects.id])
    expect(await ids('q=2025-7')).toEqual([rule.id])
    expect((await search('q=2025-7')).facets).toMatchObject({ kind: [{ value: 'regulation', count: 1 }] })
  })

  it('orders by id if no words are given', async () => {
    expect(await ids('')).toEqual([inText, notice, inSubjects, rule, inTitle].map(({ id }) => id))
    expect((await search('')).facets).toBeNull()
  })
})

describe('GET /v1/search with a filter', () => {
  it.each([
    ['kind=regulation', () => [rule, notice]],
    ['kind=bill', () => [inTitle, inSubjects, inText]],
    ['jurisdiction=de', () => [inTitle]],
    ['jurisdiction=us', () => [rule, notice]],
    ['year=2025', () => [inTitle, rule]],
    ['year=2026&kind=regulation', () => [notice]],
  ])('returns only matches of %s', async (query, expected) => {
    const wanted = expected().map(({ id }) => id)
    expect(await ids(`q=beekeeping&${query}`)).toEqual(wanted)
    expect((await ids(query)).toSorted()).toEqual(wanted.toSorted())
  })

  it('refuses unknown filters and values', async () => {
    for (const query of ['kind=vote', 'year=25', 'jurisdiction=nowhere', 'status=enacted', 'sort=id']) {
      expect((await world.api.get(`/v1/search?${query}`)).statusCode, query).toBe(400)
    }
  })
})

describe('the facets of a search', () => {
  it('count matches by kind, jurisdiction and year, each match once and the largest first', async () => {
    const { story } = world
    const both = story.bill({ identifier: 'HB 3', title: 'Apiaries', introduced_on: '2025-02-01' })
    await world.texts(both, ['Apiaries are free.'])
    story.regulation({ title: 'Apiaries', publication_date: '2026-05-01' })
    story.bill({ identifier: 'HB 4', title: 'Apiaries again', introduced_on: null })
    await world.project()
    await world.index()
    expect((await search('q=apiaries&limit=1')).facets).toEqual({
      kind: [
        { value: 'bill', count: 2 },
        { value: 'regulation', count: 1 },
      ],
      jurisdiction: [
        { value: WA, count: 2 },
        { value: US, count: 1 },
      ],
      year: [
        { value: 2025, count: 1 },
        { value: 2026, count: 1 },
        { value: null, count: 1 },
      ],
      is_capped: false,
    })
  })

  it('are absent on later pages and with updated_since', async () => {
    const { next_cursor } = await search('q=beekeeping&limit=2')
    expect((await search(`q=beekeeping&limit=2&cursor=${next_cursor}`)).facets).toBeNull()
    expect((await search('q=beekeeping&updated_since=2026-01-01')).facets).toBeNull()
  })
})

describe('a walk through a search', () => {
  it.each(['q=beekeeping', 'q=HB-2', 'year=2025', ''])(
    'with the query "%s" in pages of one is the whole list in the same order',
    async (query) => {
      const { items } = await walkPages(world.api, `/v1/search?limit=1&${query}`)
      expect(items.map(({ id }) => id)).toEqual(await ids(query))
    },
  )

  it('with updated_since lists both kinds in the order of change, including removed ones', async () => {
    const { story } = world
    story.emit('bill.removed', { ...idsOf(inTitle), bill: contextOf(inTitle), reason: 'gone' })
    story.emit('regulation.removed', { ...idsOf(rule), reason: 'printed twice' })
    await world.project()
    for (const query of ['', '&q=beekeeping']) {
      const url = `/v1/search?updated_since=2026-01-01&limit=2&include=deleted${query}`
      const { items } = await walkPages(world.api, url)
      const stamps = items.map(({ updated_at }) => updated_at)
      expect(stamps).toEqual(stamps.toSorted())
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      expect(items.slice(-1)).toMatchObject([{ id: rule.id, deleted: true }])
    }
    expect(await ids('q=beekeeping')).toEqual([inSubjects, notice, inText].map(({ id }) => id))
  })
})
