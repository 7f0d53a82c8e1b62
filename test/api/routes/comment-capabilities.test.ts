import { beforeAll, describe, expect, it } from 'vitest'
import type { CommentPeriod } from '../../../schemas/event-bodies/regulation.ts'
import { createProjectedSchema, type ProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { walkPages } from '../../support/api/walk-pages.ts'
import { EventBuilder, idsOf, type Named } from '../../support/builders/event-builder.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

type Capability = {
  id: number
  slug: string
  takes_electronic_comments: boolean | null
  basis: string | null
  as_of: string | null
  open_documents: number
  updated_at: string
}

const clock = createManualClock('2026-02-10T12:00:00Z')
const story = new EventBuilder()
let api: TestApi
let projected: ProjectedSchema
let quotas: Named

function agency(name: string): Named {
  const named = story.mint('ocd-organization')
  story.emit('organization.observed', {
    ...named,
    organization: {
      jurisdiction: 'ocd-division/country:us',
      name,
      classification: 'agency',
      parent_name: null,
      links: [],
      sources: [],
    },
  })
  return named
}

const printed = (name: string) => [{ name, slug: null, source_id: null, parent_source_id: null }]
const until = (closesOn: string, more: Partial<CommentPeriod> = {}): CommentPeriod => ({
  opens_on: '2026-01-05',
  closes_on: closesOn,
  comment_url: null,
  ...more,
})
const ADDRESS = { comment_url: 'http://www.regulations.gov/commenton/NOAA-1' }

async function project(): Promise<void> {
  await projected.apply(story.take())
  await projected.setWatermark(story.later)
}

beforeAll(async () => {
  const test = await createProjectedDatabase()
  projected = await createProjectedSchema(test)
  for (const name of [
    'Commerce Department',
    'National Oceanic and Atmospheric Administration',
    'Environmental Protection Agency',
    'Federal Communications Commission',
    'Office of Riddles',
  ]) {
    agency(name)
  }
  const noaa = printed('National Oceanic and Atmospheric Administration')
  quotas = story.regulation({ agencies: noaa }, until('2026-02-10', { ...ADDRESS, accepts_late: true }))
  // This document is later but has no address, so it says less than the other.
  story.regulation({ agencies: noaa }, until('2026-03-10'))
  story.regulation({ agencies: noaa }, until('2026-03-01', { opens_on: '2026-02-20' }))
  story.regulation({ agencies: noaa, state: 'withdrawn' }, until('2026-12-31', ADDRESS))
  story.regulation({ agencies: noaa }, { opens_on: null, closes_on: null, ...ADDRESS })
  story.regulation({ agencies: printed('Office of Riddles') }, until('2025-12-01'))
  story.regulation({ agencies: printed('Federal Communications Commission') }, until('2026-02-20', ADDRESS))
  await project()
  api = await createTestApi(test, { clock })
})

async function capabilities(query = ''): Promise<Capability[]> {
  const answer = await api.get(`/v1/comment-capabilities?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Capability[] }>().data
}
const capability = async (name: string) => (await capabilities(`agency=${encodeURIComponent(name)}`))[0]!

describe('the comment capability of an agency', () => {
  it('comes from its latest document with an address and a closing day', async () => {
    expect(await capability('NOAA')).toMatchObject({
      name: 'National Oceanic and Atmospheric Administration',
      slug: 'national-oceanic-and-atmospheric-administration',
      acronym: 'NOAA',
      takes_electronic_comments: true,
      portal: 'https://www.regulations.gov',
      accepts_late_comments: true,
      basis: 'document',
      latest_document: { id: quotas.id, opens_on: '2026-01-05', closes_on: '2026-02-10' },
    })
  })

  it('of a department includes the documents of its agencies', async () => {
    const [part, whole] = [await capability('NOAA'), await capability('DOC')]
    expect(whole).toMatchObject({ slug: 'commerce-department', open_documents: part.open_documents })
    expect(whole.as_of).toBe(part.as_of)
  })

  it('comes from the regulations.gov list, with the day of the list, if no document shows it', async () => {
    expect(await capability('EPA')).toMatchObject({
      takes_electronic_comments: true,
      portal: 'https://www.regulations.gov',
      basis: 'list',
      as_of: '2025-01-28',
      latest_document: null,
      open_documents: 0,
      next_close_on: null,
    })
    expect(await capability('FCC')).toMatchObject({
      takes_electronic_comments: false,
      portal: null,
      basis: 'list',
    })
  })

  it('is not derived from a regulations.gov page of an agency that takes no comments there', async () => {
    expect(await capability('FCC')).toMatchObject({
      takes_electronic_comments: false,
      as_of: '2025-01-28',
      open_documents: 1,
      latest_document: { closes_on: '2026-02-20' },
    })
  })

  it('ignores documents that are withdrawn or have no closing day', async () => {
    const { latest_document } = (await capability('NOAA')) as unknown as { latest_document: { id: number } }
    expect(latest_document.id).toBe(quotas.id)
  })

  it('is unknown if no document has an address and no list names the agency', async () => {
    expect(await capability('Office of Riddles')).toMatchObject({
      acronym: null,
      takes_electronic_comments: null,
      portal: null,
      basis: null,
      as_of: null,
      latest_document: { closes_on: '2025-12-01' },
    })
  })
})

describe('the number of documents open for comments', () => {
  it('is counted for the day of the request in Eastern time', async () => {
    expect(await capability('NOAA')).toMatchObject({
      open_documents: 2,
      next_close_on: '2026-02-10',
      as_of: '2026-02-10',
    })
    clock.set('2026-02-11T12:00:00Z')
    expect(await capability('NOAA')).toMatchObject({
      open_documents: 1,
      next_close_on: '2026-03-10',
      as_of: '2026-02-10',
    })
    clock.set('2026-02-20T12:00:00Z')
    expect(await capability('NOAA')).toMatchObject({ open_documents: 2, next_close_on: '2026-03-01' })
    clock.set('2026-02-10T12:00:00Z')
  })
})

describe('the collection of comment capabilities', () => {
  it('lists every agency once, in pages of any size', async () => {
    const whole = (await capabilities()).map(({ slug }) => slug)
    expect(whole).toHaveLength(5)
    const { items } = await walkPages(api, '/v1/comment-capabilities?limit=2')
    expect(items.map((item) => (item as unknown as Capability).slug)).toEqual(whole)
  })

  it('lists an agency as changed if its comment periods changed', async () => {
    const { sync_through } = await walkPages(api, '/v1/comment-capabilities?updated_since=2026-01-01&limit=2')
    const [since] = [...sync_through]
    expect(await capabilities(`updated_since=${since}`)).toEqual([])
    story.emit('regulation.comment_period_changed', {
      ...idsOf(quotas),
      comment_period: until('2026-04-01', { ...ADDRESS, accepts_late: true }),
    })
    await project()
    const changed = await capabilities(`updated_since=${since}`)
    expect(changed.map(({ slug }) => slug).sort()).toEqual([
      'commerce-department',
      'national-oceanic-and-atmospheric-administration',
    ])
    expect(changed[0]!.updated_at >= since!).toBe(true)
    expect((await capability('NOAA')).as_of).toBe('2026-02-10')
  })

  it('does not list an agency as changed if only the title of a document changed', async () => {
    const { sync_through } = await walkPages(api, '/v1/comment-capabilities?updated_since=2026-01-01')
    const [since] = [...sync_through]
    story.regulation({ agencies: printed('Office of Riddles') })
    await project()
    expect(await capabilities(`updated_since=${since}`)).toEqual([])
  })
})
