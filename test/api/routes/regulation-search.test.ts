import { beforeAll, describe, expect, it } from 'vitest'
import type { Agency } from '../../../schemas/event-bodies/regulation.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { EventBuilder, idsOf, type Named } from '../../support/builders/event-builder.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

type Found = {
  document_number: string
  passage?: { part: string; text: string; matches: { start: number; end: number }[] } | null
}

const agency = (name: string, slug: string | null = null): Agency => ({
  name,
  slug,
  source_id: null,
  parent_source_id: null,
})
let api: TestApi
let pumps: Named

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const story = new EventBuilder()
  const until = (closesOn: string) => ({ opens_on: null, closes_on: closesOn, comment_url: null })
  story.regulation({
    document_number: '2026-01',
    publication_date: '2026-01-05',
    effective_on: '2026-03-01',
    title: 'Landing fees',
    abstract: 'Quotas for halibut fishing.',
    docket_ids: ['noaa-2026-7'],
    agencies: [agency('National Oceanic and Atmospheric Administration')],
  })
  story.regulation({
    document_number: '2026-02',
    publication_date: '2026-01-07',
    topics: ['Halibut'],
    title: 'Bycatch',
    abstract: null,
    rins: ['0648-AB12'],
    agencies: [agency('Commerce Department', 'commerce-department')],
  })
  story.regulation(
    {
      document_number: '2026-03',
      publication_date: '2026-01-06',
      title: 'Halibut and sablefish',
      abstract: null,
      agencies: [agency('EPA')],
      type: 'notice',
      extras: { regulations_gov: [{ document_id: 'EPA-HQ-2026-0001-0001' }] },
    },
    until('2026-02-20'),
  )
  pumps = story.regulation(
    {
      document_number: '2026-04',
      publication_date: '2026-02-01',
      effective_on: '2026-02-15',
      abstract: null,
    },
    until('2026-03-01'),
  )
  const gone = story.regulation({ document_number: '2026-05', title: 'Halibut, withdrawn from print' })
  story.emit('regulation.removed', { ...idsOf(gone), reason: 'printed twice' })
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
  api = await createTestApi(test, { clock: createManualClock('2026-02-10T12:00:00Z') })
})

async function found(query: string): Promise<Found[]> {
  const answer = await api.get(`/v1/regulations?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Found[] }>().data
}
const numbers = async (query: string) => (await found(query)).map(({ document_number }) => document_number)

describe('a search for words in regulations', () => {
  it('ranks by the part with the words: title, topics, abstract', async () => {
    expect(await numbers('q=halibut')).toEqual(['2026-03', '2026-02', '2026-01'])
  })

  it('shows the passage and the position of the words in it', async () => {
    const [first, , last] = await found('q=halibut')
    expect(first!.passage).toEqual({
      part: 'title',
      text: 'Halibut and sablefish',
      matches: [{ start: 0, end: 7 }],
    })
    expect(last!.passage).toMatchObject({ part: 'abstract', text: 'Quotas for halibut fishing.' })
    expect((await found('q=2026-01'))[0]).not.toHaveProperty('passage')
  })

  it('also finds a printed agency name by its acronym', async () => {
    expect(await numbers('q=NOAA+quota')).toEqual(['2026-01'])
  })

  it('lists each regulation once over several pages, in the same order', async () => {
    const { items } = await walkPages(api, '/v1/regulations?q=halibut&limit=1')
    expect(items.map((item) => (item as unknown as Found).document_number)).toEqual([
      ...['2026-03', '2026-02', '2026-01'],
    ])
  })

  it('returns the matches in another order if sort is given', async () => {
    expect(await numbers('q=halibut&sort=publication_date')).toEqual(['2026-01', '2026-03', '2026-02'])
    expect(await numbers('q=halibut&sort=-id')).toEqual(['2026-03', '2026-02', '2026-01'])
  })

  it('lists removed matches with updated_since', async () => {
    const changed = await found('q=halibut&updated_since=2026-01-01&include=deleted')
    expect(changed).toHaveLength(4)
    expect(changed.at(-1)).toMatchObject({ deleted: true })
  })
})

describe('a search for a number in regulations', () => {
  it.each([
    ['2026-01', ['2026-01']],
    ['NOAA-2026-7', ['2026-01']],
    ['0648-ab12', ['2026-02']],
    ['epa-hq-2026-0001-0001', ['2026-03']],
    ['2026-05', []],
  ])('finds %s in upper and lower case among all kinds of numbers', async (q, expected) => {
    expect(await numbers(`q=${q}`)).toEqual(expected)
  })
})

describe('a list of regulations', () => {
  it('can be filtered by an agency and its parts, by name, acronym or slug', async () => {
    for (const name of ['DOC', 'commerce-department', 'Department of Commerce']) {
      expect(await numbers(`agency=${encodeURIComponent(name)}`), name).toEqual(['2026-01', '2026-02'])
    }
    expect(await numbers('agency=NOAA')).toEqual(['2026-01'])
    expect(await numbers('agency=Environmental+Protection+Agency')).toEqual([])
    expect(await numbers('agency=energy-department')).toEqual(['2026-04'])
  })

  it('can be filtered by docket and RIN in upper and lower case', async () => {
    expect(await numbers('docket=NOAA-2026-7')).toEqual(['2026-01'])
    expect(await numbers('rin=0648-ab12')).toEqual(['2026-02'])
  })

  it.each([
    ['published_since=2026-01-06', ['2026-02', '2026-03', '2026-04']],
    ['published_until=2026-01-06', ['2026-01', '2026-03']],
    ['published_since=2026-01-06&published_until=2026-01-06', ['2026-03']],
    ['effective_since=2026-02-20', ['2026-01']],
    ['effective_until=2026-02-20', ['2026-04']],
    ['comments_close_since=2026-02-21', ['2026-04']],
    ['comments_close_until=2026-02-28', ['2026-03']],
    ['comment_state=open&sort=comments_close_on', ['2026-03', '2026-04']],
    ['type=notice&sort=-publication_date', ['2026-03']],
    ['jurisdiction=us&limit=1', ['2026-01']],
    ['jurisdiction=wa', []],
  ])('can be filtered by days, state and place: %s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected)
  })

  it('refuses days that do not exist and unknown orders', async () => {
    for (const [query, parameter] of [
      ['published_since=2026-02-30', 'published_since'],
      ['effective_until=soon', 'effective_until'],
      ['sort=relevance', 'sort'],
      ['sort=title', 'sort'],
      ['sort=-id&updated_since=2026-01-01', 'sort'],
      ['jurisdiction=nowhere', 'jurisdiction'],
    ]) {
      const answer = await api.get(`/v1/regulations?${query}`)
      expect(answer.statusCode, query).toBe(400)
      expect(answer.json().errors[0].parameter, query).toBe(parameter)
    }
  })

  it.each(['-publication_date', 'effective_on', '-comments_close_on', 'updated_at', '-updated_at'])(
    'sorted by %s is the same in pages and as a whole',
    async (sort) => {
      const whole = await numbers(`sort=${sort}`)
      const { items } = await walkPages(api, `/v1/regulations?sort=${sort}&limit=1`)
      expect(items.map((item) => (item as unknown as Found).document_number)).toEqual(whole)
      expect(new Set(whole).size).toBe(4)
    },
  )

  it('puts regulations without the sorted day first', async () => {
    expect((await numbers('sort=effective_on')).slice(-2)).toEqual(['2026-04', '2026-01'])
    expect(pumps.id).toBeGreaterThan(0)
  })
})
