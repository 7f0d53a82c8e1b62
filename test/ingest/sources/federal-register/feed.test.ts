import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { mapDocument } from '../../../../ingest/sources/federal-register/map-document.ts'
import { createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { searchOf } from '../../../support/fakes/federal-register-api.ts'
import { createFetchWorld, type FetchWorld } from '../../../support/ingest/fetch-world.ts'
import {
  federalRegisterDocument,
  type RegisterDocument,
} from '../../../support/source-records/federal-register-documents.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

let server: FaultyServer
let world: FetchWorld
let documents: RegisterDocument[]

const shared = await createTestDatabase()
let source: Source
let names = 0

// The clock of these tests starts at 2 March 2026, 09:00 UTC. Each has an archive of its own.
beforeEach(async () => {
  server = await createFaultyServer()
  world = await createFetchWorld(shared.database, { ...shared.settings, federal_register_url: server.url })
  source = { ...federalRegister, name: `federal-register-${++names}` }
  documents = []
  server.serve(
    '/documents.json',
    searchOf(() => documents),
  )
})

const document = (number: number, publication_date: string, fields: object = {}) =>
  federalRegisterDocument(`2026-${String(number).padStart(5, '0')}`, publication_date, fields)
const many = (count: number, day: string, from = 0) =>
  Array.from({ length: count }, (_, index) => document(from + index, day))

const SINCE = '2026-02-20T00:00:00Z'

function numbersIn(fetched: { readonly documents: readonly { readonly bytes: Buffer }[] }): string[] {
  return fetched.documents.flatMap(({ bytes }) =>
    (JSON.parse(bytes.toString()) as { results: RegisterDocument[] }).results.map(
      (one) => one.document_number,
    ),
  )
}
const askedFor = (name: string) =>
  server.seen.flatMap(({ query }) => {
    const from = query.get(`conditions[${name}][gte]`)
    return from === null ? [] : [`${from} ${query.get(`conditions[${name}][lte]`)}`]
  })

describe('a fetch of the Federal Register', () => {
  it('requests each week, repeats recent weeks, and includes documents open for comments', async () => {
    documents = [
      document(1, '2026-01-05'),
      document(2, '2026-02-27'),
      document(3, '2020-01-02', { comments_close_on: '2026-05-01' }),
    ]
    const first = await world.fetch(source, { since: SINCE })
    expect(numbersIn(first)).toEqual(['2026-00001', '2026-00002', '2026-00003'])
    expect(askedFor('publication_date')).toEqual(
      expect.arrayContaining(['2025-11-17 2025-11-23', '2026-02-23 2026-03-01', '2026-03-02 2026-03-08']),
    )
    expect(askedFor('comment_date')).toEqual(['2026-03-02 2028-03-01'])
    expect(numbersIn(await world.fetch(source, { since: SINCE }))).toEqual([])
    documents[0] = { ...documents[0]!, title: 'Corrected' }
    expect(numbersIn(await world.fetch(source, { since: SINCE }))).toEqual(['2026-00001'])
  })

  it('requests only the latest weeks if all weeks were requested earlier that day', async () => {
    await world.fetch(source, { since: '2026-03-02T08:00:00Z' })
    expect(askedFor('publication_date')).toEqual(['2026-02-23 2026-03-01', '2026-03-02 2026-03-08'])
  })

  it('gets every document, even if there are more than one query can show', async () => {
    documents = [
      ...many(900, '2026-02-23'),
      ...many(900, '2026-02-24', 1_000),
      ...many(2_300, '2026-02-26', 2_000),
    ]
    const fetched = await world.fetch(source, { since: SINCE })
    expect(new Set(numbersIn(fetched)).size).toBe(4_100)
    expect(numbersIn(fetched)).toHaveLength(4_100)
    expect(fetched.failure).toBeNull()
  })

  it('fails if one day has more documents than the API shows', async () => {
    server.serve(
      '/documents.json',
      searchOf(() => documents, 2_000),
    )
    documents = many(3_000, '2026-02-26')
    // This publisher has a smaller cap, to keep the test small. The feed cannot see it.
    expect(new Set(numbersIn(await world.fetch(source, { since: SINCE }))).size).toBe(2_000)
    server.serve('/documents.json', (asked) => {
      const reply = searchOf(() => documents)(asked)
      const body = reply.body as { count: number }
      return { body: { ...body, count: body.count > 0 ? 10_000 : 0 } }
    })
    expect((await world.fetch(source, { since: SINCE })).failure).toMatchObject({
      code: 'upstream_malformed',
      message: expect.stringContaining('has 10000 results for one day, but it shows only 10000'),
    })
  })

  it('reads the pages of a day again if they shifted', async () => {
    documents = many(1_500, '2026-02-26')
    const search = searchOf(() => documents)
    server.serve('/documents.json', (asked) => {
      const reply = search(asked)
      // The first document is removed between two pages, so the first one of page two moves to page one.
      if (asked.query.get('page') === null && documents.length === 1_500 && isFullDay(reply))
        documents.shift()
      return reply
    })
    const fetched = await world.fetch(source, { since: SINCE })
    const numbers = new Set(numbersIn(fetched))
    expect(documents.every(({ document_number }) => numbers.has(document_number))).toBe(true)
  })

  it.each([
    ['2026-03-08T04:30:00.000Z', '2026-03-07'],
    ['2026-03-09T03:30:00.000Z', '2026-03-08'],
    ['2026-03-09T04:30:00.000Z', '2026-03-09'],
    ['2026-11-01T03:30:00.000Z', '2026-10-31'],
    ['2026-11-02T04:30:00.000Z', '2026-11-01'],
    ['2026-11-02T05:30:00.000Z', '2026-11-02'],
  ])('uses the day in Washington, even when its clocks change: %s is %s', async (now, day) => {
    world.clock.advance(Date.parse(now) - world.clock.now().getTime())
    await world.fetch(source, { since: now })
    expect(askedFor('comment_date')[0]).toContain(`${day} `)
    const [from = '', to = ''] = askedFor('publication_date').at(-1)!.split(' ')
    expect(from <= day && day <= to).toBe(true)
  })

  it('requests every field that the mapper reads, except page views', async () => {
    const read = new Set<string>()
    const watched = new Proxy(document(1, '2026-02-27'), {
      get(fields, name) {
        if (typeof name === 'string') read.add(name)
        return Reflect.get(fields, name) as unknown
      },
    })
    mapDocument(watched, '2026-03-02T09:00:00Z', 'x')
    await world.fetch(source, { since: SINCE })
    expect(read.size).toBeGreaterThan(20)
    const asked = new Set(server.seen[0]!.query.getAll('fields[]'))
    expect(asked.has('page_views')).toBe(false)
    expect([...read].filter((name) => !asked.has(name) && name !== 'page_views')).toEqual([])
  })

  it('gets the list of agencies again only if it changed', async () => {
    const agency = (name: string) => ({ id: 12, name, slug: 'agriculture-department', parent_id: null })
    server.serve('/agencies', { body: [agency('Agriculture Department')], etag: true })
    const named = (fetched: { readonly documents: readonly { readonly name: string }[] }) =>
      fetched.documents.map(({ name }) => name).filter((name) => name.includes('agencies'))
    expect(named(await world.fetch(source, { since: SINCE }))).toEqual(['federal-register/agencies.json'])
    expect(named(await world.fetch(source, { since: SINCE }))).toEqual([])
    server.serve('/agencies', { body: [agency('Department of Agriculture')], etag: true })
    const run = await world.run(source, { since: SINCE })
    expect(run.by_type).toEqual({ 'organization.observed': 1 })
  })

  it('resumes at the week in which it was killed', async () => {
    documents = [document(1, '2026-01-05'), document(2, '2026-02-10'), document(3, '2026-02-27')]
    await world.fetch(source, { since: SINCE, dies_after: 2 })
    const asked = server.count()
    server.clear()
    expect(numbersIn(await world.fetch(source, { since: SINCE }))).toEqual([
      '2026-00001',
      '2026-00002',
      '2026-00003',
    ])
    expect(server.count()).toBeLessThan(asked)
    expect(askedFor('publication_date')[0]).toBe('2026-02-09 2026-02-15')
  })
})

const isFullDay = (reply: { readonly body?: unknown }): boolean => {
  const { count = 0, results = [] } = reply.body as { count?: number; results?: readonly RegisterDocument[] }
  return count === 1_500 && new Set(results.map(({ publication_date }) => publication_date)).size === 1
}
