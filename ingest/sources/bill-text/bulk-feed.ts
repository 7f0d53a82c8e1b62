import type { ArchivedDocument, Fetching } from '../../fetch/feed.ts'
import { type Listed, readSitemap } from '../../fetch/sitemap.ts'
import { federalVersionIn } from './federal-package.ts'

/** Above this many changed documents of one list, their zip costs everybody less. */
const MOST_SINGLE = 500
/** The sitemaps of one batch are written one after the other. */
const OVERLAP_MS = 6 * 60 * 60 * 1000

/**
 * The texts of Congress in the bulk data of GovInfo (https://www.govinfo.gov/bulkdata/BILLS): a sitemap for each
 * congress, session and type names every document with the time of its change; a zip for each folder holds them all. The
 * first time only the newest congress is taken: older texts come by the addresses of the bills that are held.
 */
export async function* fetchBulkTexts(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { get, since, resumed, save, started_at, advance } = fetching
  // It is always there: without it the address is none of GovInfo, and what it changes would be missed unseen.
  const index = await get({
    url: 'sitemap/bulkdata/BILLS/sitemapindex.xml',
    name: 'sitemapindex.xml',
    expects: 'xml',
    conditional: false,
  })
  const from_ms = since === null ? null : Date.parse(since) - OVERLAP_MS
  const listed = readSitemap(index!.body)
  const newest = Math.max(...listed.map(congressOf))
  const groups = listed.filter((one) =>
    from_ms === null ? congressOf(one) === newest : isSince(one, from_ms),
  )
  const done = new Set(Array.isArray(resumed) ? (resumed as string[]) : [])
  for (const group of groups) {
    if (done.has(group.path)) continue
    const sitemap = await get({ url: group.path, name: 'sitemap.xml', expects: 'xml', conditional: false })
    yield* fetchListed(fetching, readSitemap(sitemap!.body), from_ms)
    await save([...done.add(group.path)])
  }
  // The publisher's clock, not ours: what it writes while we read is newer than the newest that it told of.
  const newest_ms = Math.max(0, ...listed.map(({ modified_at }) => Date.parse(modified_at ?? '') || 0))
  if (newest_ms > 0) advance(new Date(Math.min(newest_ms, Date.parse(started_at))).toISOString())
}

async function* fetchListed(
  { find }: Fetching,
  listed: readonly Listed[],
  from_ms: number | null,
): AsyncGenerator<ArchivedDocument> {
  const texts = listed.filter(({ path }) => path.endsWith('.xml') && federalVersionIn(path) !== null)
  for (const [folder, some] of Map.groupBy(texts, ({ path }) => path.slice(0, path.lastIndexOf('/')))) {
    let changed = some.filter((one) => from_ms === null || isSince(one, from_ms))
    if (from_ms === null || changed.length > MOST_SINGLE) {
      const name = `BILLS-${folder.split('/').slice(-3).join('-')}.zip`
      const zip = await find({ url: `${folder}/${name}`, name, expects: 'zip', conditional: false })
      if (zip !== null) {
        yield zip.document
        const packed_ms = Date.parse(zip.headers['last-modified'] ?? '')
        // Without a time it is taken to hold them all: what changes later is found by its own time.
        changed = changed.filter(({ modified_at }) => Date.parse(modified_at ?? '') > packed_ms)
      }
    }
    for (const { path } of changed) {
      const answer = await find({ url: path, name: path.slice(path.lastIndexOf('/') + 1), expects: 'xml' })
      if (answer !== null) yield answer.document
    }
  }
}

/** `sitemap/bulkdata/BILLS/1191hr/sitemap.xml` is of the 119th congress, first session. */
function congressOf({ path }: Listed): number {
  const digits = /BILLS\/(\d{3})/u.exec(path)?.[1]
  return digits === undefined ? 0 : Number(digits)
}

const isSince = ({ modified_at }: Listed, from_ms: number): boolean =>
  modified_at === null || Date.parse(modified_at) >= from_ms
