import { rm } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { archivedDocuments } from '../../../ingest/fetch/open-feed.ts'
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

describe('the archive of fetched documents', () => {
  it('returns every version of every document in fetch order, without a request', async () => {
    servePages(server, [1, 2])
    await world.fetch(source)
    servePages(server, [1, 2], { 1: 'two' })
    await world.fetch(source)
    servePages(server, [1, 2])
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

  it('is repaired by the next fetch after its store lost documents', async () => {
    servePages(server, [1])
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

  it('finds documents by the time of their fetch', async () => {
    servePages(server, [1])
    await world.fetch(source)
    world.clock.advance(86_400_000)
    servePages(server, [1], { 1: 'two' })
    await world.fetch(source)
    const since = world.clock.now().toISOString()
    const later = await collect(archivedDocuments(database, world.store, source.name, { since }))
    const earlier = await collect(archivedDocuments(database, world.store, source.name, { until: since }))
    expect(later.map(({ fetched_at }) => Date.parse(fetched_at))).toEqual([Date.parse(since)])
    expect(earlier).toHaveLength(1)
  })
})
