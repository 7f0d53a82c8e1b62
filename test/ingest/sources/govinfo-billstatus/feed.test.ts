import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '../../../../ingest/source-interface/source.ts'
import { govinfoBillstatus } from '../../../../ingest/sources/govinfo-billstatus/index.ts'
import { createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { createFetchWorld, type FetchWorld, namesOf } from '../../../support/ingest/fetch-world.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
let server: FaultyServer
let world: FetchWorld
let source: Source
let names = 0

// The clock of these tests starts at 2 March 2026, 09:00 UTC.
beforeEach(async () => {
  server = await createFaultyServer()
  world = await createFetchWorld(database, { ...settings, govinfo_url: server.url })
  source = { ...govinfoBillstatus, name: `govinfo-billstatus-${++names}` }
})

type Published = { readonly modified_at: string; readonly body: string | Buffer }
type Group = { readonly documents: Readonly<Record<string, Published>>; readonly zipped_at?: string }

/** Serves sitemaps, documents and zips as GovInfo does; every `loc` names the public host. */
async function publish(groups: Readonly<Record<string, Group>>): Promise<void> {
  const index: string[] = []
  for (const [name, { documents, zipped_at }] of Object.entries(groups)) {
    const [congress, type] = name.split('-')
    const listed = Object.entries(documents).map(([number, { modified_at, body }]) => {
      const path = `bulkdata/BILLSTATUS/${congress}/${type}/BILLSTATUS-${congress}${type}${number}.xml`
      server.serve(`/${path}`, { body, etag: true })
      return entryOf('url', path, modified_at)
    })
    const path = `sitemap/bulkdata/BILLSTATUS/${congress}${type}/sitemap.xml`
    server.serve(`/${path}`, {
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('')}</urlset>`,
    })
    const newest = Object.values(documents)
      .map(({ modified_at }) => modified_at)
      .toSorted()
      .at(-1)!
    index.push(entryOf('sitemap', path, newest))
    if (zipped_at === undefined) continue
    const packed = Object.entries(documents).filter(([, { modified_at }]) => modified_at <= zipped_at)
    server.serve(`/bulkdata/BILLSTATUS/${congress}/${type}/BILLSTATUS-${congress}-${type}.zip`, {
      body: await zipArchive(
        Object.fromEntries(
          packed.map(([number, { body }]) => [`BILLSTATUS-${congress}${type}${number}.xml`, body]),
        ),
      ),
      headers: { 'last-modified': new Date(zipped_at).toUTCString() },
    })
  }
  server.serve('/sitemap/bulkdata/BILLSTATUS/sitemapindex.xml', {
    body: `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${index.join('')}</sitemapindex>`,
  })
}

const entryOf = (element: string, path: string, modified_at: string): string =>
  `<${element}><loc>https://www.govinfo.gov/${path}</loc><lastmod>${modified_at}</lastmod></${element}>`

const bill = (number: number, title: string, update_date: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><billStatus><bill><number>${number}</number><type>S</type>
   <updateDate>${update_date}</updateDate><originChamber>Senate</originChamber><congress>119</congress>
   <introducedDate>2026-01-05</introducedDate><title>${title}</title></bill></billStatus>`
const published = (number: number, modified_at: string, title = `A bill about ${number}`): Published => ({
  modified_at,
  body: bill(number, title, modified_at),
})

describe('a fetch of GovInfo bill status documents', () => {
  it('gets zips first, and single documents that are newer than their zip', async () => {
    await publish({
      '118-s': {
        documents: {
          1: published(1, '2024-12-01T00:00:00.000Z'),
          2: published(2, '2025-01-05T00:00:00.000Z'),
        },
        zipped_at: '2025-01-02T00:00:00.000Z',
      },
      '119-s': {
        documents: { 3: published(3, '2026-02-01T00:00:00.000Z') },
        zipped_at: '2026-02-02T00:00:00.000Z',
      },
      '119-sres': { documents: { 4: published(4, '2026-02-01T00:00:00.000Z') } },
    })
    const first = await world.fetch(source)
    expect(namesOf(first)).toEqual([
      'BILLSTATUS-119-s.zip',
      'BILLSTATUS-119sres4.xml',
      'BILLSTATUS-118-s.zip',
      'BILLSTATUS-118s2.xml',
    ])
    // The publisher's clock decides where the next run starts.
    expect(first.next_since).toBe('2026-02-01T00:00:00.000Z')
  })

  it('gets single documents that changed since the last run, from any congress', async () => {
    const groups = {
      '118-s': { documents: { 1: published(1, '2024-12-01T00:00:00.000Z') } },
      '119-s': {
        documents: {
          3: published(3, '2026-02-01T00:00:00.000Z'),
          4: published(4, '2026-02-01T12:00:00.000Z'),
        },
        zipped_at: '2026-02-02T00:00:00.000Z',
      },
    }
    await publish(groups)
    const { next_since: since } = await world.fetch(source)
    await publish({
      '118-s': { documents: { 1: published(1, '2026-02-03T00:00:00.000Z', 'Retitled') } },
      '119-s': { documents: { ...groups['119-s'].documents, 5: published(5, '2026-02-03T00:00:00.000Z') } },
    })
    server.clear()
    expect(namesOf(await world.fetch(source, { since }))).toEqual([
      // It is as new as the newest known document. It came in a zip, so it is requested alone for the first time.
      'BILLSTATUS-119s4.xml',
      'BILLSTATUS-119s5.xml',
      'BILLSTATUS-118s1.xml',
    ])
    expect(server.count(/zip|119s3/)).toBe(0)
  })

  it('gets the zip again if too many documents changed to request each', async () => {
    const all = (modified_at: string) =>
      Object.fromEntries(
        Array.from({ length: 501 }, (_, number) => [number + 1, published(number + 1, modified_at)]),
      )
    await publish({
      '119-s': { documents: all('2026-02-03T00:00:00.000Z'), zipped_at: '2026-02-03T00:00:00.000Z' },
    })
    const { documents, counts } = await world.fetch(source, { since: '2026-02-02T00:00:00.000Z' })
    expect(namesOf({ documents })).toEqual(['BILLSTATUS-119-s.zip'])
    expect(counts.requests).toBe(3)
  })

  it('skips a document that was withdrawn after it was listed', async () => {
    await publish({
      '119-s': {
        documents: {
          1: published(1, '2026-02-01T00:00:00.000Z'),
          2: published(2, '2026-02-01T00:00:00.000Z'),
        },
      },
    })
    server.serve('/bulkdata/BILLSTATUS/119/s/BILLSTATUS-119s1.xml', { status: 404 })
    const { documents, failure } = await world.fetch(source)
    expect(namesOf({ documents })).toEqual(['BILLSTATUS-119s2.xml'])
    expect(failure).toBeNull()
  })

  it('resumes at the group of documents in which a run was killed', async () => {
    const modified_at = '2026-02-01T00:00:00.000Z'
    await publish({
      '119-s': { documents: { 1: published(1, modified_at), 2: published(2, modified_at) } },
      '118-s': { documents: { 3: published(3, modified_at), 4: published(4, modified_at) } },
    })
    await world.fetch(source, { dies_after: 3 })
    server.clear()
    expect(namesOf(await world.fetch(source))).toHaveLength(4)
    expect(server.count(/119s/)).toBe(0)
    const asked_again = server.seen.filter(({ path }) => path.endsWith('118s3.xml'))
    expect(asked_again.map(({ headers }) => typeof headers['if-none-match'])).toEqual(['string'])
  })
})

describe('a run of the govinfo-billstatus source', () => {
  it('emits each change once in spite of faults, and its archive can be reread without a request', async () => {
    const { database: own, settings: own_settings } = await createTestDatabase()
    world = await createFetchWorld(own, { ...own_settings, govinfo_url: server.url })
    const modified_at = '2026-02-01T00:00:00.000Z'
    await publish({
      '119-s': {
        documents: {
          1: published(1, modified_at),
          2: published(2, modified_at),
          3: published(3, '2026-02-02T00:00:00.000Z'),
        },
        zipped_at: modified_at,
      },
    })
    for (const kind of ['cut-off', 'ends-early', 'web-page', 'broken-gzip'] as const)
      server.fail({ kind }, /zip$/)
    server.fail({ kind: 'status', status: 429 }, /sitemap/)
    expect((await world.run(govinfoBillstatus)).by_type).toMatchObject({ 'bill.introduced': 3 })

    await publish({
      '119-s': {
        documents: {
          1: published(1, '2026-02-04T00:00:00.000Z', 'Retitled'),
          2: published(2, modified_at),
          3: published(3, '2026-02-02T00:00:00.000Z'),
        },
        zipped_at: modified_at,
      },
    })
    expect((await world.run(govinfoBillstatus)).by_type).toEqual({ 'bill.updated': 1 })
    server.clear()
    expect(await world.replay(govinfoBillstatus)).toMatchObject({ events: 0, quarantined: 0 })
    expect(server.count()).toBe(0)
  })

  it.skipIf(realData('govinfo-billstatus') === undefined)('reads the published documents', async () => {
    const { database: own, settings: own_settings } = await createTestDatabase()
    world = await createFetchWorld(own, { ...own_settings, govinfo_url: server.url })
    const read = async (path: string) => {
      const bytes = await readFile(realData(`govinfo-billstatus/${path}`)!)
      return {
        modified_at: '2026-02-01T00:00:00.000Z',
        body: path.endsWith('.gz') ? gunzipSync(bytes) : bytes,
      }
    }
    await publish({
      '116-hr': {
        documents: {
          5177: await read('actions-committees/BILLSTATUS-116hr5177.xml'),
          5183: await read('actions-committees/BILLSTATUS-116hr5183.xml'),
        },
        zipped_at: '2026-02-01T00:00:00.000Z',
      },
      '114-hr': { documents: { 5278: await read('amendment-votes/BILLSTATUS-114hr5278.xml.gz') } },
    })
    const counts = await world.run(govinfoBillstatus)
    expect(counts.by_type['bill.introduced']).toBe(3)
    expect(counts.quarantined).toBe(0)
  })
})
