import type { QueryResultRow } from 'pg'
import { DAY_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { readAccountPage } from '../paging/account-page.ts'
import type { PageRequest, PageRow } from '../paging/page-select.ts'
import type { Bindings } from '../read-schema/bindings.ts'
import type { Feed } from '../read-schema/live-schema.ts'
import { TOMBSTONE_DAYS } from './sheets.ts'

/**
 * A page of sheets, items or pages of an account. Tombstones are kept for a limited time: a reader that asks for earlier ones
 * starts again.
 */
export async function readSheetPage<R extends PageRow & QueryResultRow>(
  database: Database,
  page: PageRequest,
  source: (bind: Bindings['bind']) => string,
): Promise<{ feed: Feed; rows: R[] }> {
  const found = await readAccountPage<R>(database, page, source)
  if (!page.include_deleted) return found
  const first = new Date(Date.parse(found.feed.watermark) - TOMBSTONE_DAYS * DAY_MS)
  const since = first.toISOString().replace('Z', '000Z')
  return { ...found, feed: { ...found.feed, since } }
}
