import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { collect } from '../../support/harness/collect.ts'
import { type FetchWorld, namesOf } from '../../support/ingest/fetch-world.ts'
import { createListing, servePages, sourceWith } from '../../support/ingest/listing-feed.ts'

const { database, server, newWorld } = await createListing()
let world: FetchWorld
let source: Source

beforeEach(async () => {
  world = await newWorld()
  source = sourceWith()
})

describe('a feed', () => {
  it('returns the fetched documents with their bytes, without the listing', async () => {
    servePages(server, [1, 2], { 2: 'two' })
    const { documents, counts } = await world.fetch(source)
    expect(documents.map(({ name, url, bytes }) => [name, url, bytes.toString()])).toEqual([
      ['page-1.json', `${server.url}/api/pages/1.json`, '{"text":"one"}'],
      ['page-2.json', `${server.url}/api/pages/2.json`, '{"text":"two"}'],
    ])
    expect(counts).toEqual({ requests: 3, bytes: 33, documents: 2, resumed: 0, unmodified: 0 })
  })

  it('returns only changed documents in the next run', async () => {
    servePages(server, [1, 2, 3])
    await world.fetch(source)
    servePages(server, [1, 2, 3], { 2: 'two' })
    server.clear()
    const again = await world.fetch(source)
    expect(namesOf(again)).toEqual(['page-2.json'])
    expect(again.counts.unmodified).toBe(2)
    expect(server.seen.at(-1)!.headers['if-none-match']).toMatch(/^"/)
  })

  it('returns unchanged bytes once, even if the publisher always sends them', async () => {
    server.serve('/api/listing.json', { body: [1] })
    server.serve('/api/pages/1.json', { body: { text: 'one' } })
    await world.fetch(source)
    expect(namesOf(await world.fetch(source))).toEqual([])
    server.serve('/api/pages/1.json', { body: { text: 'two' } })
    expect(namesOf(await world.fetch(source))).toEqual(['page-1.json'])
    server.serve('/api/pages/1.json', { body: { text: 'one' } })
    expect(namesOf(await world.fetch(source))).toEqual(['page-1.json'])
  })

  it('does not keep fetched documents in memory', async () => {
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
    // Sockets and other tests of this process keep some memory; the documents have 120 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * 1024 * 1024)
    expect(documents).toHaveLength(120)
  })

  it('skips a missing document if it is optional, and fails if it is required', async () => {
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
      message: `${source.name}: ${server.url}/api/pages/9.json does not exist (404 or 410): check FEDERAL_REGISTER_URL`,
    })
  })

  it('fails if none of its addresses exists', async () => {
    const asking = sourceWith(async function* ({ find }) {
      for (const page of [71, 72]) {
        const answer = await find({ url: `pages/${page}.json`, name: `page-${page}.json`, expects: 'json' })
        if (answer !== null) yield answer.document
      }
    })
    const { failure } = await world.fetch(asking)
    expect(failure).toMatchObject({ code: 'upstream_rejected' })
    expect(failure?.message).toContain(
      'nor does any other document of the feed (404 or 410): check FEDERAL_REGISTER_URL',
    )
    servePages(server, [72])
    expect((await world.fetch(asking)).failure).toBeNull()
  })

  it('needs the key of its publisher, unless the key is optional', async () => {
    const keyed = (is_optional: boolean) =>
      sourceWith(undefined, {
        key: { setting: 'LEGISCAN_API_KEY', send: 'query', name: 'key', is_optional },
      })
    await expect(world.open(keyed(false))).rejects.toMatchObject({
      code: 'setting_invalid',
      message: expect.stringContaining('LEGISCAN_API_KEY is not set'),
    })
    servePages(server, [1])
    expect((await world.fetch(keyed(true))).documents).toHaveLength(1)
    const secret = 'a-key-that-nobody-sees'
    await world.fetch(keyed(false), { settings: { legiscan_api_key: secret } })
    expect(server.seen.at(-1)!.query.get('key')).toBe(secret)
    const { rows } = await database.query('SELECT * FROM ingest.fetched')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('cannot be opened if the source only reads files', async () => {
    const { feed: _feed, ...files } = source
    await expect(world.open(files)).rejects.toMatchObject({ code: 'usage' })
  })

  it('sends requests at the rate that the settings allow', async () => {
    servePages(server, [1, 2])
    await world.fetch(source, { settings: { ingest_rates: `x=3,${source.name}=1` } })
    expect(world.waited_ms).toEqual([60_000, 60_000])
    await expect(world.open(source, { settings: { ingest_rates: 'legiscan=fast' } })).rejects.toMatchObject({
      code: 'setting_invalid',
    })
  })
})

describe('a failure while a feed is read', () => {
  it('keeps the documents before it and leaves the rest to the next run', async () => {
    servePages(server, [1, 2, 3])
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

  it('is thrown if it is a bug of the feed and not of the publisher', async () => {
    const broken = sourceWith(async function* () {
      yield { name: 'x', url: 'x', fetched_at: '', sha256: '', load: async () => Buffer.alloc(0) }
    })
    await expect(world.fetch(broken)).rejects.toThrow('yields a document that it did not fetch')
  })
})

describe('a feed whose documents form a set', () => {
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

  it('returns all documents if one is new, and none if nothing is new', async () => {
    const set = setOf()
    servePages(server, [1, 2])
    expect(namesOf(await world.fetch(set))).toEqual(['page-1.json', 'page-2.json'])
    expect(namesOf(await world.fetch(set))).toEqual([])
    servePages(server, [1, 2], { 2: 'two' })
    expect(namesOf(await world.fetch(set, { dies_after: 1 }))).toEqual(['page-1.json'])
    expect(namesOf(await world.fetch(set))).toEqual(['page-1.json', 'page-2.json'])
  })

  it('returns nothing if one document fails, and the whole set in the next run', async () => {
    const set = setOf()
    servePages(server, [1, 2])
    await world.fetch(set)
    servePages(server, [1, 2], { 1: 'two' })
    server.fail({ kind: 'status', status: 403 }, /pages\/2/)
    const broken = await world.fetch(set)
    expect(broken.failure).toMatchObject({ code: 'upstream_refused' })
    expect(namesOf(broken)).toEqual([])
    expect(namesOf(await world.fetch(set))).toEqual(['page-1.json', 'page-2.json'])
  })
})
