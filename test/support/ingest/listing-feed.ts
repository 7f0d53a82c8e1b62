import type { Feed, Fetching } from '../../../ingest/source-interface/feed.ts'
import type { Source } from '../../../ingest/source-interface/source.ts'
import { createFaultyServer, type FaultyServer } from '../fakes/faulty-server.ts'
import { createTestDatabase } from '../stores/database.ts'
import { createFetchWorld, type FetchWorld } from './fetch-world.ts'

let names = 0

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

/** A source with a unique name. It fetches the pages of `servePages`, unless a function is given. */
export function sourceWith(fetch: Feed['fetch'] = numbered, feed: Partial<Feed> = {}): Source {
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

/** A listing under `/api/` and its pages, with the text `one` unless `texts` has another. */
export function servePages(
  server: FaultyServer,
  pages: readonly number[],
  texts: Readonly<Record<number, string>> = {},
): void {
  server.serve('/api/listing.json', { body: pages })
  for (const page of pages)
    server.serve(`/api/pages/${page}.json`, { body: { text: texts[page] ?? 'one' }, etag: true })
}

/**
 * A publisher of such pages, a database, and worlds that fetch from one to the other. A new world resets the
 * publisher.
 */
export async function createListing() {
  const { database, settings } = await createTestDatabase()
  const server = await createFaultyServer()
  return {
    database,
    server,
    newWorld(): Promise<FetchWorld> {
      server.clear()
      return createFetchWorld(database, { ...settings, federal_register_url: `${server.url}/api/` })
    },
  }
}
