import { beforeEach, describe, expect, it } from 'vitest'
import { normalizeIdentifier } from '../../../../ingest/identity/bill-identifiers.ts'
import { billKey } from '../../../../ingest/identity/identity-keys.ts'
import { billText } from '../../../../ingest/sources/bill-text/index.ts'
import type { StoredBill } from '../../../../ingest/state/stored-entities.ts'
import { HOUR_MS } from '../../../../runtime/durations.ts'
import { alone, bill, DIVISION, SESSION, version } from '../../../support/builders/observations.ts'
import { createFaultyServer, type FaultyServer } from '../../../support/fakes/faulty-server.ts'
import { createFetchWorld, type FetchWorld, namesOf } from '../../../support/ingest/fetch-world.ts'
import { createIngestWorld } from '../../../support/ingest/ingest-world.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'
import { createTestDatabase } from '../../../support/stores/database.ts'

const { database, settings } = await createTestDatabase()
const server: FaultyServer = await createFaultyServer()
let world: FetchWorld
const INDEX = '/sitemap/bulkdata/BILLS/sitemapindex.xml'

// The clock of these tests starts at 2 March 2026, 09:00 UTC.
beforeEach(async () => {
  server.serve(INDEX, { body: '<sitemapindex></sitemapindex>' })
  world = await createFetchWorld(database, {
    ...settings,
    govinfo_url: server.url,
    ingest_attempts: 2,
    ingest_private_hosts: 'localhost',
    bill_text_budget: 10,
  })
})

type Link = { readonly url: string; readonly media_type: string }

async function introduce(identifier: string, ...links: (string | Link)[]): Promise<void> {
  const ingesting = await createIngestWorld(database, settings)
  const versions = links.map((link) =>
    typeof link === 'string'
      ? version('Bill', `${server.url}${link}`)
      : { ...version('Bill', link.url), links: [link] },
  )
  await ingesting.run(alone(billOf(identifier, versions)), { mode: 'live' })
}

/** A bill under the key that sources give it. */
function billOf(identifier: string, versions: ReturnType<typeof version>[]) {
  const key = billKey(DIVISION, SESSION, normalizeIdentifier(DIVISION, identifier))
  return bill(identifier, { versions }, { key })
}

async function textsOf(identifier: string): Promise<(string | null)[]> {
  const { rows } = await database.query<{ content: StoredBill }>(
    `SELECT h.content FROM ingest.stored_entity h JOIN ingest.identity i USING (entity_id)
     WHERE i.entity_type = 'bill' AND i.natural_key LIKE '%' || $1`,
    [identifier.replace(' ', '')],
  )
  const versions = rows[0]?.content.versions ?? []
  return Promise.all(
    versions.map(async ({ text }) =>
      text?.extracted === undefined
        ? null
        : (await world.store.get(text.extracted.sha256))!.toString().trim(),
    ),
  )
}

const page = (text: string): string => `<html><body><p>${text}</p></body></html>`

async function attempts(path: RegExp): Promise<{ url: string; failures: number; reason: string | null }[]> {
  const { rows } = await database.query<{ url: string; failures: number; reason: string | null }>(
    'SELECT url, failures, reason FROM ingest.text_attempt ORDER BY url',
  )
  const named = rows.map((row) => ({ ...row, url: new URL(row.url).pathname }))
  return named.filter(({ url }) => path.test(url))
}

describe('a text that a bill version links to', () => {
  it('is fetched once and attached to that version', async () => {
    server.serve('/1.htm', { body: page('Bees are kept.') })
    await introduce('HB 1', '/1.htm')
    await world.run(billText)
    expect(await textsOf('HB 1')).toEqual(['Bees are kept.'])
    await world.run(billText)
    expect(server.count(/1\.htm/u)).toBe(1)
  })

  it('is requested again after ever longer pauses if its address fails', async () => {
    server.serve('/2.htm', { status: 404 }, { status: 404 }, { body: page('Late.') })
    await introduce('HB 2', '/2.htm')
    await world.run(billText)
    expect(await attempts(/^\/2/u)).toEqual([
      { url: '/2.htm', failures: 1, reason: expect.stringContaining('404') },
    ])
    world.clock.advance(5 * HOUR_MS)
    await world.run(billText)
    expect(server.count(/2\.htm/u)).toBe(1)
    world.clock.advance(2 * HOUR_MS)
    await world.run(billText)
    world.clock.advance(20 * HOUR_MS)
    await world.run(billText)
    expect(server.count(/2\.htm/u)).toBe(2)
    world.clock.advance(5 * HOUR_MS)
    await world.run(billText)
    expect(await textsOf('HB 2')).toEqual(['Late.'])
    expect(await attempts(/^\/2/u)).toEqual([{ url: '/2.htm', failures: 0, reason: null }])
  })

  it('is requested again later if its page says that there is no text yet', async () => {
    server.serve('/3.htm', { body: page('Text is not yet available.') }, { body: page('There it is.') })
    await introduce('HB 3', '/3.htm')
    await world.run(billText)
    expect(await textsOf('HB 3')).toEqual([null])
    expect(await attempts(/^\/3/u)).toMatchObject([{ reason: 'no text yet: Text is not yet available.' }])
    world.clock.advance(7 * HOUR_MS)
    await world.run(billText)
    expect(await textsOf('HB 3')).toEqual(['There it is.'])
  })

  it('is fetched in the next format if the best one is missing', async () => {
    server.serve('/4.htm', { body: page('A page.') })
    const links = ['htm', 'xml', 'doc'].map((end) => ({ url: `${server.url}/4.${end}`, media_type: '' }))
    const ingesting = await createIngestWorld(database, settings)
    await ingesting.run(alone(billOf('HB 4', [{ ...version('Bill', ''), links }])), { mode: 'live' })
    await world.run(billText)
    expect(await textsOf('HB 4')).toEqual(['A page.'])
    expect(await attempts(/^\/4/u)).toMatchObject([
      { url: '/4.htm', failures: 0 },
      { url: '/4.xml', failures: 1 },
    ])
    expect(server.count(/4\.doc/u)).toBe(0)
  })

  it('is skipped after three failures of its host, while other hosts continue', async () => {
    server.serve(/broken/u, { status: 500 })
    server.serve('/5.htm', { body: page('Fine.') })
    for (const number of [51, 52, 53, 54, 55]) {
      const url = `${server.url.replace('127.0.0.1', 'localhost')}/broken/${number}.htm`
      await introduce(`HB ${number}`, { url, media_type: 'text/html' })
    }
    await introduce('HB 56', '/5.htm')
    await world.run(billText)
    expect(await textsOf('HB 56')).toEqual(['Fine.'])
    expect((await attempts(/broken/u)).filter(({ failures }) => failures > 0)).toHaveLength(5)
    expect(server.count(/broken/u)).toBe(3 * 2)
  })

  it('waits for the next run if the budget of this run is used up', async () => {
    server.serve(/\/many\//u, ({ path }) => ({ body: page(`Text ${path}`) }))
    await introduce('HB 6', ...Array.from({ length: 12 }, (_, index) => `/many/${index}.htm`))
    await world.run(billText)
    expect(server.count(/many/u)).toBe(10)
    await world.run(billText)
    expect((await textsOf('HB 6')).filter((text) => text === null)).toEqual([])
  })

  it('is quarantined under a name of its own if it cannot be read', async () => {
    server.serve('/7.pdf', { body: '%PDF-1.4 damaged', headers: { 'content-type': 'application/pdf' } })
    await introduce('HB 7', { url: `${server.url}/7.pdf`, media_type: 'application/pdf' })
    expect(await world.run(billText)).toMatchObject({ quarantined: 1 })
    const { rows } = await database.query<{ record: string }>('SELECT record FROM ingest.quarantine')
    expect(rows[0]?.record).toMatch(/^link\/wa\/2025-2026\/HB%207\/http%3A\/.*7\.pdf\/text\.pdf$/u)
  })
})

describe('a fetch of GovInfo bulk data', () => {
  const entry = (element: string, path: string, at: string): string =>
    `<${element}><loc>https://www.govinfo.gov/${path}</loc><lastmod>${at}</lastmod></${element}>`
  const folder = 'bulkdata/BILLS/119/1/hr'
  const xmlOf = (number: number, text: string): string =>
    `<bill><form><congress>119th CONGRESS</congress><legis-num>H. R. ${number}</legis-num></form><legis-body><section><text>${text}</text></section></legis-body></bill>`

  function publish(documents: Record<number, readonly [at: string, text: string]>): void {
    const newest = Object.values(documents)
      .map(([at]) => at)
      .toSorted()
      .at(-1)!
    server.serve(INDEX, {
      body: `<sitemapindex>${entry('sitemap', 'sitemap/bulkdata/BILLS/1181hr/sitemap.xml', '2024-01-01T00:00:00Z')}${entry('sitemap', 'sitemap/bulkdata/BILLS/1191hr/sitemap.xml', newest)}</sitemapindex>`,
    })
    const listed = Object.entries(documents).map(([number, [at, text]]) => {
      server.serve(`/${folder}/BILLS-119hr${number}ih.xml`, { body: xmlOf(Number(number), text), etag: true })
      return entry('url', `${folder}/BILLS-119hr${number}ih.xml`, at)
    })
    server.serve('/sitemap/bulkdata/BILLS/1191hr/sitemap.xml', {
      body: `<urlset>${listed.join('')}</urlset>`,
    })
  }

  it('gets the zips of the newest congress first, then only changed files', async () => {
    publish({ 1: ['2026-01-01T00:00:00Z', 'One.'], 2: ['2026-02-01T00:00:00Z', 'Two.'] })
    server.serve(`/${folder}/BILLS-119-1-hr.zip`, {
      body: await zipArchive({ 'BILLS-119hr1ih.xml': xmlOf(1, 'One.') }),
      headers: {
        'last-modified': new Date('2026-01-15T00:00:00Z').toUTCString(),
        'content-type': 'application/zip',
      },
    })
    const first = await world.fetch(billText)
    expect(namesOf(first)).toEqual(['BILLS-119-1-hr.zip', 'BILLS-119hr2ih.xml'])
    publish({ 1: ['2026-03-01T00:00:00Z', 'One, again.'], 2: ['2026-02-01T00:00:00Z', 'Two.'] })
    const second = await world.fetch(billText, { since: first.next_since })
    expect(namesOf(second)).toEqual(['BILLS-119hr1ih.xml', 'BILLS-119hr2ih.xml'].slice(0, 1))
    expect(server.count(/1181hr/u)).toBe(0)
  })

  it('fails and names the setting if its address is wrong', async () => {
    const wrong = await world.fetch(billText, { settings: { govinfo_url: `${server.url}/wrong` } })
    expect(wrong.failure).toMatchObject({ code: 'upstream_rejected' })
    expect(wrong.failure?.message).toContain('GOVINFO_URL')
    await expect(world.run(billText, { settings: { govinfo_url: `${server.url}/wrong` } })).rejects.toThrow(
      'GOVINFO_URL',
    )
  })
})
