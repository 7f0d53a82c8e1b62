import { type Listed, readSitemap } from '../../fetch/sitemap.ts'
import type { ArchivedDocument, Fetching } from '../../source-interface/feed.ts'
import { advanceTo, changedFrom, fetchFolder, isChanged } from '../congress/govinfo-bulk.ts'
import { federalVersionIn } from './federal-package.ts'

/**
 * Reads the texts of Congress from the bulk data of GovInfo (https://www.govinfo.gov/bulkdata/BILLS). A sitemap for
 * each congress, session and type names every document and when it changed; a zip for each folder contains all of
 * them. The first run reads only the newest congress, because older texts come by the addresses of stored bills.
 */
export async function* fetchBulkTexts(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { get, resumed, save } = fetching
  // It always exists. If it is missing, the address is not GovInfo's, and changes would be missed silently.
  const index = await get({
    url: 'sitemap/bulkdata/BILLS/sitemapindex.xml',
    name: 'sitemapindex.xml',
    expects: 'xml',
    conditional: false,
  })
  const from_ms = changedFrom(fetching)
  const listed = readSitemap(index!.body)
  const newest = Math.max(...listed.map(congressOf))
  const groups = listed.filter((one) =>
    from_ms === null ? congressOf(one) === newest : isChanged(one, from_ms),
  )
  const done = new Set(Array.isArray(resumed) ? (resumed as string[]) : [])
  for (const group of groups) {
    if (done.has(group.path)) continue
    const sitemap = await get({ url: group.path, name: 'sitemap.xml', expects: 'xml', conditional: false })
    yield* fetchListed(fetching, readSitemap(sitemap!.body), from_ms)
    await save([...done.add(group.path)])
  }
  advanceTo(listed, fetching)
}

async function* fetchListed(
  fetching: Fetching,
  listed: readonly Listed[],
  from_ms: number | null,
): AsyncGenerator<ArchivedDocument> {
  const texts = listed.filter(({ path }) => path.endsWith('.xml') && federalVersionIn(path) !== null)
  for (const [folder, some] of Map.groupBy(texts, ({ path }) => path.slice(0, path.lastIndexOf('/'))))
    yield* fetchFolder(fetching, folder, some, from_ms)
}

/** `sitemap/bulkdata/BILLS/1191hr/sitemap.xml` is of the 119th congress, first session. */
function congressOf({ path }: Listed): number {
  const digits = /BILLS\/(\d{3})/u.exec(path)?.[1]
  return digits === undefined ? 0 : Number(digits)
}
