import { type Listed, readSitemap } from '../../fetch/sitemap.ts'
import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'
import { advanceTo, changedFrom, fetchFolder, isChanged } from '../congress/govinfo-bulk.ts'

/**
 * The bulk data of GovInfo (https://github.com/usgpo/bill-status): a sitemap for each congress and type of
 * bill names every document with the time of its change, and a zip for each contains all of them. There are
 * no pages, so nothing shifts and no offset ends at 10,000.
 */
export const govinfoBillstatusFeed: Feed = {
  address: 'https://www.govinfo.gov',
  address_setting: 'GOVINFO_URL',
  key: null,
  // GPO mentions about 18,000 an hour. At half of that, a whole congress takes a quarter of an hour.
  requests_per_minute: 150,
  // The current congress is processed every four hours.
  interval_s: 4 * 60 * 60,
  fetch: fetchChanged,
}

async function* fetchChanged(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { get, save, resumed } = fetching
  const index = await get({
    url: 'sitemap/bulkdata/BILLSTATUS/sitemapindex.xml',
    name: 'sitemapindex.xml',
    expects: 'xml',
    conditional: false,
  })
  const from_ms = changedFrom(fetching)
  const listed = groupsOf(readSitemap(index!.body))
  const groups = listed.filter((one) => isChanged(one, from_ms))
  const done = new Set(Array.isArray(resumed) ? (resumed as string[]) : [])
  for (const group of groups) {
    if (done.has(group.name)) continue
    yield* fetchGroup(fetching, group, from_ms)
    await save([...done.add(group.name)])
  }
  advanceTo(listed, fetching)
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
  yield* fetchFolder(fetching, `bulkdata/BILLSTATUS/${congress}/${type}`, documents, from_ms)
}
