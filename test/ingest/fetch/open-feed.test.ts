import { rm } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Feed, Fetching } from '../../../ingest/fetch/feed.ts'
import { archivedDocuments } from '../../../ingest/fetch/open-feed.ts'
import type { Source } from '../../../ingest/observation.ts'
import { collect } from '../../support/collect.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createFaultyServer, type FaultyServer } from '../../support/faulty-server.ts'
import { createFetchWorld, type FetchWorld } from '../../support/fetching.ts'

const { database, settings } = await createTestDatabase()
let server: FaultyServer
let world: FetchWorld
let source: Source
let names = 0

beforeAll(async () => {
  server = await createFaultyServer()
})
beforeEach(async () => {
  server.clear()
  world = await createFetchWorld(database, { ...settings, federal_register_url: `${server.url}/api/` })
  source = sourceWith(numbered)
})

/** A listing and the pages that it names, as most publishers have them. */
async function* numbered({ get, resumed, save }: Fetching) {
  const listing = await get({
    url: 'listing.json',
    name: 'listing.json',
    expects: 'json',
    conditional: false,
  })
  const pages = JSON.parse(listing!.body.toString()) as number[]
  for (const page of pages) {
    if (page <= ((resumed as number | null) ?? 0)) continue
    const answer = await get({ url: `pages/${page}.json`, name: `page-${page}.json`, expects: 'json' })
    if (answer !== null) yield answer.document
    await save(page)
  }
}

function sourceWith(fetch: Feed['fetch'], feed: Partial<Feed> = {}): Source {
  return {
    name: `source-${++names}`,
    mapper_version: 1,
    async *read() {},
    feed: {
      address: 'https://www.federalregister.gov/api/v1',
      address_setting: 'FEDERAL_REGISTER_URL',
      key: null,
      requests_per_minute: 600,
      interval_s: 3600,
      fetch,
      ...feed,
    },
  }
}

function servePages(pages: readonly number[], texts: Readonly<Record<number, string>> = {}): void {
  server.serve('/api/listing.json', { body: pages })
  for (const page of pages)
    server.serve(`/api/pages/${page}.json`, { body: { text: texts[page] ?? 'one' }, etag: true })
}

const namesOf = (fetched: { readonly documents: readonly { readonly name: string }[] }) =>
  fetched.documents.map(({ name }) => name)

describe('a feed', () => {
  it('gives what it fetched, with its bytes and without its listing', async () => {
    servePages([1, 2], { 2: 'two' })
    const { documents, counts } = await world.fetch(source)
    expect(documents.map(({ name, url, bytes }) => [name, url, bytes.toString()])).toEqual([
      ['page-1.json', `${server.url}/api/pages/1.json`, '{"text":"one"}'],
      ['page-2.json', `${server.url}/api/pages/2.json`, '{"text":"two"}'],
    ])
    expect(counts).toEqual({ requests: 3, bytes: 33, documents: 2, resumed: 0, unmodified: 0 })
  })

  it('gives only what changed the next time', async () => {
    servePages([1, 2, 3])
    await world.fetch(source)
    servePages([1, 2, 3], { 2: 'two' })
    server.clear()
    const again = await world.fetch(source)
    expect(namesOf(again)).toEqual(['page-2.json'])
    expect(again.counts.unmodified).toBe(2)
    expect(server.seen.at(-1)!.headers['if-none-match']).toMatch(/^"/)
  })

  it('does not give the same bytes twice where the publisher cannot say that nothing changed', async () => {
    server.serve('/api/listing.json', { body: [1] })
    server.serve('/api/pages/1.json', { body: { text: 'one' } })
    await world.fetch(source)
    expect(namesOf(await world.fetch(source))).toEqual([])
    server.serve('/api/pages/1.json', { body: { text: 'two' } })
    expect(namesOf(await world.fetch(source))).toEqual(['page-1.json'])
    server.serve('/api/pages/1.json', { body: { text: 'one' } })
    expect(namesOf(await world.fetch(source))).toEqual(['page-1.json'])
  })

  it('does not hold what it fetched', async () => {
    const large = sourceWith(async function* ({ get }) {
      for (let page = 0; page < 120; page++)
        yield (await get({ url: `large/${page}`, name: `${page}.txt`, expects: 'text' }))!.document
    })
    server.serve(/\/large\//, ({ path }) => ({ body: Buffer.alloc(1024 * 1024, path) }))
    const feed = await world.open(large)
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    const documents = await collect(feed.documents())
    await feed.close()
    server.clear()
    collectGarbage()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024)
    expect(documents).toHaveLength(120)
  })

  it('says what is not there', async () => {
    const finding = sourceWith(async function* ({ find }) {
      for (const name of ['gone.json', 'here.json']) {
        const answer = await find({ url: name, name, expects: 'json' })
        if (answer !== null) yield answer.document
      }
    })
    server.serve('/api/here.json', { body: {} })
    expect(namesOf(await world.fetch(finding))).toEqual(['here.json'])
    server.serve('/api/listing.json', { body: [9] })
    expect((await world.fetch(source)).failure).toMatchObject({
      code: 'upstream_rejected',
      message: `${source.name}: ${server.url}/api/pages/9.json is not there (404 or 410): look at FEDERAL_REGISTER_URL`,
    })
  })

  it('fails where nothing of what it asked for is there: its address is wrong, not its publisher silent', async () => {
    const asking = sourceWith(async function* ({ find }) {
      for (const page of [71, 72]) {
        const answer = await find({ url: `pages/${page}.json`, name: `page-${page}.json`, expects: 'json' })
        if (answer !== null) yield answer.document
      }
    })
    const { failure } = await world.fetch(asking)
    expect(failure).toMatchObject({ code: 'upstream_rejected' })
    expect(failure?.message).toContain('nor is anything else (404 or 410): look at FEDERAL_REGISTER_URL')
    servePages([72])
    expect((await world.fetch(asking)).failure).toBeNull()
  })

  it('needs a key where its publisher wants one', async () => {
    const keyed = (is_optional: boolean) =>
      sourceWith(numbered, {
        key: { setting: 'LEGISCAN_API_KEY', send: 'query', name: 'key', is_optional },
      })
    await expect(world.open(keyed(false))).rejects.toMatchObject({
      code: 'setting_invalid',
      message: expect.stringContaining('LEGISCAN_API_KEY is not set'),
    })
    servePages([1])
    expect((await world.fetch(keyed(true))).documents).toHaveLength(1)
    const secret = 'a-key-that-nobody-sees'
    await world.fetch(keyed(false), { settings: { legiscan_api_key: secret } })
    expect(server.seen.at(-1)!.query.get('key')).toBe(secret)
    const { rows } = await database.query('SELECT * FROM ingest.fetched')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('is refused where a source only comes as files', async () => {
    const { feed: _feed, ...files } = source
    await expect(world.open(files)).rejects.toMatchObject({ code: 'usage' })
  })

  it('asks as often as the settings say', async () => {
    servePages([1, 2])
    await world.fetch(source, { settings: { ingest_rates: `x=3,${source.name}=1` } })
    expect(world.waited_ms).toEqual([60_000, 60_000])
    await expect(world.open(source, { settings: { ingest_rates: 'legiscan=fast' } })).rejects.toMatchObject({
      code: 'setting_invalid',
    })
  })
})

describe('a run that dies', () => {
  it('loses nothing and asks for nothing twice', async () => {
    servePages([1, 2, 3, 4])
    await world.fetch(source, { dies_after: 3 })
    server.clear()
    const { documents, counts } = await world.fetch(source)
    expect(namesOf({ documents })).toEqual(['page-1.json', 'page-2.json', 'page-3.json', 'page-4.json'])
    expect(counts.resumed).toBe(3)
    // Its cursor stood after the second page: the third was given, but nobody could say so.
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/api/listing.json',
      '/api/pages/3.json',
      '/api/pages/4.json',
    ])
    expect(server.seen[1]!.headers['if-none-match']).toBeDefined()
    expect(namesOf(await world.fetch(source))).toEqual([])
  })

  it('starts over where it is asked for another span of time, and still loses nothing', async () => {
    servePages([1, 2, 3])
    await world.fetch(source, { since: '2026-01-01T00:00:00Z', dies_after: 2 })
    server.clear()
    const other = await world.fetch(source, { since: '2026-02-01T00:00:00Z' })
    expect(namesOf(other)).toEqual(['page-1.json', 'page-2.json', 'page-3.json'])
    expect(server.count(/pages/)).toBe(3)
    server.clear()
    await world.fetch(source, { since: '2026-01-01T00:00:00Z' })
    expect(server.seen.map(({ path }) => path)).not.toContain('/api/pages/1.json')
  })

  it('is begun anew where it lies too long ago: what it had read may have changed', async () => {
    servePages([1, 2, 3])
    await world.fetch(source, { dies_after: 2 })
    await database.query(`UPDATE ingest.feed_cursor SET saved_at = now() - interval '8 days'`)
    server.clear()
    world.clock.advance(8 * 86_400_000)
    const { next_since } = await world.fetch(source)
    expect(server.count(/pages/)).toBe(3)
    expect(next_since).toBe(world.clock.now().toISOString())
    const { rows } = await database.query('SELECT * FROM ingest.feed_cursor WHERE source = $1', [source.name])
    expect(rows).toEqual([])
  })

  it('makes the next run start where the first of them started', async () => {
    servePages([1, 2])
    const first_started_at = world.clock.now().toISOString()
    await world.fetch(source, { dies_after: 2 })
    world.clock.advance(3_600_000)
    const { next_since } = await world.fetch(source)
    expect(Date.parse(next_since)).toBe(Date.parse(first_started_at))
    world.clock.advance(3_600_000)
    expect((await world.fetch(source)).next_since).toBe(world.clock.now().toISOString())
  })

  it('does not make a listing say "not modified" before all that it lists is here', async () => {
    const conditional = sourceWith(async function* ({ get }) {
      const listing = await get({ url: 'listing.json', name: 'listing.json', expects: 'json' })
      if (listing === null) return
      for (const page of JSON.parse(listing.body.toString()) as number[]) {
        const answer = await get({ url: `pages/${page}.json`, name: `page-${page}.json`, expects: 'json' })
        if (answer !== null) yield answer.document
      }
    })
    servePages([1, 2])
    server.serve('/api/listing.json', { body: [1, 2], etag: true })
    await world.fetch(conditional, { dies_after: 1 })
    expect(namesOf(await world.fetch(conditional))).toEqual(['page-1.json', 'page-2.json'])
    server.clear()
    expect(namesOf(await world.fetch(conditional))).toEqual([])
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/listing.json'])
  })
})

describe('a publisher that fails on the way', () => {
  it('has given what it gave', async () => {
    servePages([1, 2, 3])
    server.fail({ kind: 'status', status: 500 }, /pages\/3/, 6)
    const first = await world.fetch(source)
    expect(namesOf(first)).toEqual(['page-1.json', 'page-2.json'])
    expect(first.failure).toMatchObject({ code: 'upstream_unavailable' })
    server.clear()
    const second = await world.fetch(source)
    expect(namesOf(second)).toEqual(['page-3.json'])
    expect(second.failure).toBeNull()
    expect(server.count(/pages/)).toBe(1)
  })

  it('is no excuse for a fault of ours', async () => {
    const broken = sourceWith(async function* () {
      yield { name: 'x', url: 'x', fetched_at: '', sha256: '', load: async () => Buffer.alloc(0) }
    })
    await expect(world.fetch(broken)).rejects.toThrow('yields a document that it did not fetch')
  })
})

describe('a set, whose documents speak of each other', () => {
  const setOf = () =>
    sourceWith(
      async function* ({ get }) {
        for (const page of [1, 2]) {
          const url = `pages/${page}.json`
          yield (await get({ url, name: `page-${page}.json`, expects: 'json', conditional: false }))!.document
        }
      },
      { is_set: true },
    )

  it('is given whole where one of them is new, and not at all where none is', async () => {
    const set = setOf()
    servePages([1, 2])
    expect(namesOf(await world.fetch(set))).toEqual(['page-1.json', 'page-2.json'])
    expect(namesOf(await world.fetch(set))).toEqual([])
    servePages([1, 2], { 2: 'two' })
    expect(namesOf(await world.fetch(set, { dies_after: 1 }))).toEqual(['page-1.json'])
    expect(namesOf(await world.fetch(set))).toEqual(['page-1.json', 'page-2.json'])
  })

  it('is none where a part of it did not come, and what was new of it is new the next time', async () => {
    const set = setOf()
    servePages([1, 2])
    await world.fetch(set)
    servePages([1, 2], { 1: 'two' })
    server.fail({ kind: 'status', status: 403 }, /pages\/2/)
    const broken = await world.fetch(set)
    expect(broken.failure).toMatchObject({ code: 'upstream_refused' })
    expect(namesOf(broken)).toEqual([])
    expect(namesOf(await world.fetch(set))).toEqual(['page-1.json', 'page-2.json'])
  })
})

describe('the archive', () => {
  it('gives every version of every document, in the order of their fetch, with no request', async () => {
    servePages([1, 2])
    await world.fetch(source)
    servePages([1, 2], { 1: 'two' })
    await world.fetch(source)
    servePages([1, 2])
    await world.fetch(source)
    server.clear()
    const documents = await collect(archivedDocuments(database, world.store, source.name))
    const texts = await Promise.all(documents.map(async ({ name, load }) => `${name} ${await load()}`))
    expect(texts).toEqual([
      'page-1.json {"text":"one"}',
      'page-2.json {"text":"one"}',
      'page-1.json {"text":"two"}',
      'page-1.json {"text":"one"}',
    ])
    expect(server.count()).toBe(0)
  })

  it('is made whole again by the next fetch where its store lost what it held', async () => {
    servePages([1])
    await world.fetch(source)
    const read = async () => {
      const [document] = await collect(archivedDocuments(database, world.store, source.name))
      return (await document!.load()).toString()
    }
    const { url } = await world.store.put(Buffer.from(await read()), 'application/json')
    await rm(new URL(url))
    await expect(read()).rejects.toMatchObject({ code: 'object_missing' })
    expect(namesOf(await world.fetch(source))).toEqual([])
    expect(await read()).toBe('{"text":"one"}')
  })

  it('knows when each was fetched', async () => {
    servePages([1])
    await world.fetch(source)
    world.clock.advance(86_400_000)
    servePages([1], { 1: 'two' })
    await world.fetch(source)
    const since = world.clock.now().toISOString()
    const later = await collect(archivedDocuments(database, world.store, source.name, { since }))
    const earlier = await collect(archivedDocuments(database, world.store, source.name, { until: since }))
    expect(later.map(({ fetched_at }) => Date.parse(fetched_at))).toEqual([Date.parse(since)])
    expect(earlier).toHaveLength(1)
  })
})
