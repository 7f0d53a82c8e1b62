import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { type FetchWorld, namesOf } from '../../support/ingest/fetch-world.ts'
import { createListing, servePages, sourceWith } from '../../support/ingest/listing-feed.ts'

const { database, server, newWorld } = await createListing()
let world: FetchWorld
let source: Source

beforeEach(async () => {
  world = await newWorld()
  source = sourceWith()
})

describe('a fetch after a run that died', () => {
  it('continues at the saved cursor and loses no document', async () => {
    servePages(server, [1, 2, 3, 4])
    await world.fetch(source, { dies_after: 3 })
    server.clear()
    const { documents, counts } = await world.fetch(source)
    expect(namesOf({ documents })).toEqual(['page-1.json', 'page-2.json', 'page-3.json', 'page-4.json'])
    expect(counts.resumed).toBe(3)
    // The cursor is after the second page: the third was returned, but that was not saved.
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/api/listing.json',
      '/api/pages/3.json',
      '/api/pages/4.json',
    ])
    expect(server.seen[1]!.headers['if-none-match']).toBeDefined()
    expect(namesOf(await world.fetch(source))).toEqual([])
  })

  it('starts over for another time span, and still loses nothing', async () => {
    servePages(server, [1, 2, 3])
    await world.fetch(source, { since: '2026-01-01T00:00:00Z', dies_after: 2 })
    server.clear()
    const other = await world.fetch(source, { since: '2026-02-01T00:00:00Z' })
    expect(namesOf(other)).toEqual(['page-1.json', 'page-2.json', 'page-3.json'])
    expect(server.count(/pages/)).toBe(3)
    server.clear()
    await world.fetch(source, { since: '2026-01-01T00:00:00Z' })
    expect(server.seen.map(({ path }) => path)).not.toContain('/api/pages/1.json')
  })

  it('starts over if the interrupted run is too old, because documents may have changed', async () => {
    servePages(server, [1, 2, 3])
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

  it('makes the next run begin at the start of the interrupted run', async () => {
    servePages(server, [1, 2])
    const first_started_at = world.clock.now().toISOString()
    await world.fetch(source, { dies_after: 2 })
    world.clock.advance(3_600_000)
    const { next_since } = await world.fetch(source)
    expect(Date.parse(next_since)).toBe(Date.parse(first_started_at))
    world.clock.advance(3_600_000)
    expect((await world.fetch(source)).next_since).toBe(world.clock.now().toISOString())
  })

  it('requests the whole listing again until all that it lists is fetched', async () => {
    const conditional = sourceWith(async function* ({ get }) {
      const listing = await get({ url: 'listing.json', name: 'listing.json', expects: 'json' })
      if (listing === null) return
      for (const page of JSON.parse(listing.body.toString()) as number[]) {
        const answer = await get({ url: `pages/${page}.json`, name: `page-${page}.json`, expects: 'json' })
        if (answer !== null) yield answer.document
      }
    })
    servePages(server, [1, 2])
    server.serve('/api/listing.json', { body: [1, 2], etag: true })
    await world.fetch(conditional, { dies_after: 1 })
    expect(namesOf(await world.fetch(conditional))).toEqual(['page-1.json', 'page-2.json'])
    server.clear()
    expect(namesOf(await world.fetch(conditional))).toEqual([])
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/listing.json'])
  })
})

describe('a fetch after a run that found no document at all', () => {
  it('requests every document again, and fails again', async () => {
    const asking = sourceWith(async function* ({ find, resumed, save }) {
      for (const page of [71, 72].slice(typeof resumed === 'number' ? resumed : 0)) {
        const answer = await find({ url: `pages/${page}.json`, name: `page-${page}.json`, expects: 'json' })
        if (answer !== null) yield answer.document
        await save(page - 70)
      }
    })
    for (const _ of [1, 2]) {
      server.clear()
      expect((await world.fetch(asking)).failure?.message).toContain(
        'nor does any other document of the feed',
      )
      expect(server.count(/pages/)).toBe(2)
    }
  })
})
