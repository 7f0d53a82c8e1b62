import type { ArchivedDocument, Feed, Fetching } from '../../fetch/feed.ts'
import { type Listed, readSitemap } from '../../fetch/sitemap.ts'

/**
 * The bulk data of GovInfo (https://github.com/usgpo/bill-status): a sitemap for each congress and type of bill names
 * every document with the time of its change; a zip for each holds them all. No pages, so nothing shifts and no offset
 * ends at 10,000.
 */
export const govinfoBillstatusFeed: Feed = {
  address: 'https://www.govinfo.gov',
  address_setting: 'GOVINFO_URL',
  key: null,
  // GPO speaks of some 18,000 an hour; a whole congress at half of that is a quarter of an hour.
  requests_per_minute: 150,
  // The current congress is processed every four hours.
  interval_s: 4 * 60 * 60,
  fetch: fetchChanged,
}

/** Above this many changed documents of one congress and type, their zip costs everybody less. */
const MOST_SINGLE = 500
/** The sitemaps of one batch are written one after the other. */
const OVERLAP_MS = 6 * 60 * 60 * 1000

async function* fetchChanged(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { get, save, resumed, since, started_at, advance } = fetching
  const index = await get({
    url: 'sitemap/bulkdata/BILLSTATUS/sitemapindex.xml',
    name: 'sitemapindex.xml',
    expects: 'xml',
    conditional: false,
  })
  const from_ms = since === null ? null : Date.parse(since) - OVERLAP_MS
  const listed = groupsOf(readSitemap(index!.body))
  const groups = listed.filter(({ modified_at }) => isSince(modified_at, from_ms))
  const done = new Set(Array.isArray(resumed) ? (resumed as string[]) : [])
  for (const group of groups) {
    if (done.has(group.name)) continue
    yield* fetchGroup(fetching, group, from_ms)
    await save([...done.add(group.name)])
  }
  // The publisher's clock, not ours: what it writes while we read is newer than the newest that it told of.
  const newest_ms = Math.max(...listed.map(({ modified_at }) => Date.parse(modified_at ?? '') || 0))
  if (newest_ms > 0) advance(new Date(Math.min(newest_ms, Date.parse(started_at))).toISOString())
}

type Group = Listed & { readonly name: string; readonly congress: string; readonly type: string }

/** The newest congress first. */
function groupsOf(listed: readonly Listed[]): Group[] {
  return listed
    .flatMap((one) => {
      const match = /BILLSTATUS\/(\d+)([a-z]+)\//u.exec(one.path)
      if (match === null) return []
      const [, congress = '', type = ''] = match
      return [{ ...one, name: `${congress}-${type}`, congress, type }]
    })
    .toSorted((a, b) => Number(b.congress) - Number(a.congress))
}

async function* fetchGroup(
  fetching: Fetching,
  { path, name, congress, type }: Group,
  from_ms: number | null,
): AsyncGenerator<ArchivedDocument> {
  const sitemap = await fetching.get({
    url: path,
    name: `sitemap-${name}.xml`,
    expects: 'xml',
    conditional: false,
  })
  const documents = readSitemap(sitemap!.body).filter(({ path: one }) => one.endsWith('.xml'))
  let changed = documents.filter(({ modified_at }) => isSince(modified_at, from_ms))
  if (from_ms === null || changed.length > MOST_SINGLE) {
    const zip = await fetching.find({
      url: `bulkdata/BILLSTATUS/${congress}/${type}/BILLSTATUS-${congress}-${type}.zip`,
      name: `BILLSTATUS-${congress}-${type}.zip`,
      expects: 'zip',
      conditional: false,
    })
    if (zip !== null) {
      yield zip.document
      const packed_ms = Date.parse(zip.headers['last-modified'] ?? '')
      changed = changed.filter(({ modified_at }) => !(Date.parse(modified_at ?? '') <= packed_ms))
      // Without a time it is taken to hold them all: what changes later is found by its own time.
      if (Number.isNaN(packed_ms)) changed = []
    }
  }
  for (const { path: one } of changed) {
    // Listed, but withdrawn meanwhile.
    const answer = await fetching.find({
      url: one,
      name: one.slice(one.lastIndexOf('/') + 1),
      expects: 'xml',
    })
    if (answer !== null) yield answer.document
  }
}

/** What does not say when it changed may have. */
function isSince(modified_at: string | null, from_ms: number | null): boolean {
  return from_ms === null || modified_at === null || Date.parse(modified_at) >= from_ms
}
