import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { lda } from '../../../../ingest/sources/lda/index.ts'
import { type Asked, createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { createFetchWorld, type FetchWorld } from '../../../support/ingest/fetch-world.ts'
import { ldaFiling } from '../../../support/source-records/lda-filings.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

let server: FaultyServer
let world: FetchWorld
let source: Source
let filings: { uuid: string; posted: string }[]
let names = 0
const shared = await createTestDatabase()

/** Pages of the API of lda.gov: by posting, at most 25, with the key. */
function pages({ query, headers }: Asked) {
  if (headers.authorization !== 'Token 0123456789abcdef')
    return { status: 401, body: { detail: 'Invalid token.' } }
  const [after, before] = ['after', 'before'].map((word) => query.get(`filing_dt_posted_${word}`)!)
  const found = filings.filter(({ posted }) => posted >= after! && posted <= before!)
  const [size, page] = ['page_size', 'page'].map((name) => Number(query.get(name)))
  if (page! > 1 && (page! - 1) * size! >= found.length)
    return { status: 404, body: { detail: 'Invalid page.' } }
  const results = found
    .slice((page! - 1) * size!, page! * size!)
    .map(({ uuid, posted }) => ldaFiling({ filing_uuid: uuid, dt_posted: `${posted}T12:00:00-04:00` }))
  const next = page! * size! < found.length ? `${server.url}/filings/?page=${page! + 1}` : null
  return { body: { count: found.length, next, previous: null, results } }
}

/** One filing of page 1 is gone before page 2 is read. */
function dropAfterFirstPage(asked: Asked) {
  const reply = pages(asked)
  if (asked.query.get('page') === '1' && filings.length === 30) filings.shift()
  return reply
}

beforeEach(async () => {
  server = await createFaultyServer()
  world = await createFetchWorld(shared.database, {
    ...shared.settings,
    lda_url: server.url,
    lda_api_key: '0123456789abcdef',
  })
  source = { ...lda, name: `lda-${++names}` }
  filings = []
  server.serve('/filings/', pages)
})

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const uuidsIn = (fetched: Awaited<ReturnType<FetchWorld['fetch']>>) =>
  fetched.documents.flatMap(({ bytes }) =>
    (JSON.parse(bytes.toString()) as { results: { filing_uuid: string }[] }).results.map(
      ({ filing_uuid }) => filing_uuid,
    ),
  )

// The clock of these tests starts at 2 March 2026, 09:00 UTC.
describe('a fetch of lobbying filings', () => {
  it('reads each week in pages, with the key in its header and in no document', async () => {
    filings = Array.from({ length: 60 }, (_, index) => ({ uuid: uuid(index), posted: '2026-02-20' }))
    const fetched = await world.fetch(source, { since: '2026-03-01T00:00:00Z' })
    expect(fetched.failure).toBeNull()
    expect(new Set(uuidsIn(fetched)).size).toBe(60)
    expect(server.seen.map(({ query }) => query.get('filing_dt_posted_after'))).toContain('2026-02-14')
    expect(JSON.stringify(fetched.documents.map(({ url }) => url))).not.toContain('0123456789abcdef')
  })

  it('continues with the page after the last one that was read', async () => {
    filings = Array.from({ length: 60 }, (_, index) => ({ uuid: uuid(index), posted: '2026-02-20' }))
    await world.fetch(source, { since: '2026-03-01T00:00:00Z', dies_after: 2 })
    const before = server.count()
    const rest = await world.fetch(source, { since: '2026-03-01T00:00:00Z' })
    expect(new Set(uuidsIn(rest)).size).toBe(60)
    expect(server.seen.slice(before)[0]!.query.get('page')).toBe('2')
  })

  it('does not continue with a page after the last one', async () => {
    filings = Array.from({ length: 30 }, (_, index) => ({ uuid: uuid(index), posted: '2026-02-20' }))
    server.serve('/filings/', dropAfterFirstPage)
    // Two pages, and the first page again.
    await world.fetch(source, { since: '2026-03-01T00:00:00Z', dies_after: 3 })
    const rest = await world.fetch(source, { since: '2026-03-01T00:00:00Z' })
    expect(rest.failure).toBeNull()
    expect(new Set(uuidsIn(rest)).size).toBe(30)
    expect(server.seen.map(({ query }) => query.get('page'))).not.toContain('3')
  })

  it('begins the week again if its next page is gone', async () => {
    filings = Array.from({ length: 60 }, (_, index) => ({ uuid: uuid(index), posted: '2026-02-20' }))
    await world.fetch(source, { since: '2026-03-01T00:00:00Z', dies_after: 3 })
    filings.splice(20)
    const before = server.count()
    const rest = await world.fetch(source, { since: '2026-03-01T00:00:00Z' })
    expect(rest.failure).toBeNull()
    const asked = server.seen.slice(before).map(({ query }) => query)
    expect(asked.slice(0, 2).map((query) => query.get('page'))).toEqual(['3', '1'])
    expect(new Set(asked.slice(0, 2).map((query) => query.get('filing_dt_posted_after'))).size).toBe(1)
  })

  it('waits as long as the publisher says if there were too many requests', async () => {
    filings = [{ uuid: uuid(1), posted: '2026-02-20' }]
    server.fail({ kind: 'status', status: 429, retry_after: '30' })
    const fetched = await world.fetch(source, { since: '2026-03-01T00:00:00Z' })
    expect(uuidsIn(fetched)).toEqual([uuid(1)])
    expect(Math.max(...world.waited_ms)).toBeGreaterThanOrEqual(30_000)
  })

  it('is refused without a key, before the first request', async () => {
    const options = { settings: { lda_api_key: '' } }
    await expect(world.fetch(source, options)).rejects.toMatchObject({ code: 'setting_invalid' })
    expect(server.count()).toBe(0)
  })

  it('reads the pages again if filings moved between them', async () => {
    filings = Array.from({ length: 30 }, (_, index) => ({ uuid: uuid(index), posted: '2026-02-20' }))
    server.serve('/filings/', dropAfterFirstPage)
    const fetched = await world.fetch(source, { since: '2026-03-01T00:00:00Z' })
    const seen = new Set(uuidsIn(fetched))
    expect(filings.every((one) => seen.has(one.uuid))).toBe(true)
  })
})
