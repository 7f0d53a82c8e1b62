import { HOUR_MS } from '../../../runtime/durations.ts'
import type { Listed } from '../../fetch/sitemap.ts'
import type { ArchivedDocument, Fetching } from '../../source-interface/feed.ts'

/** Above this many changed documents of one folder, its zip is cheaper for both sides. */
const MOST_SINGLE = 500
/** The sitemaps of one batch are written one after the other. */
const OVERLAP_MS = 6 * HOUR_MS

/** Gives the time from which changes in GovInfo's bulk data are read; null for all of them. */
export function changedFrom({ since }: Pick<Fetching, 'since'>): number | null {
  return since === null ? null : Date.parse(since) - OVERLAP_MS
}

/** An entry without a time may have changed. */
export function isChanged({ modified_at }: Listed, from_ms: number | null): boolean {
  return from_ms === null || modified_at === null || Date.parse(modified_at) >= from_ms
}

/**
 * Gives the changed documents of one folder in a sitemap (`bulkdata/BILLS/119/1/hr`). If many or all are
 * wanted, it reads the zip of the folder (`BILLS-119-1-hr.zip`), and fetches each newer document separately.
 */
export async function* fetchFolder(
  { find }: Pick<Fetching, 'find'>,
  folder: string,
  listed: readonly Listed[],
  from_ms: number | null,
): AsyncGenerator<ArchivedDocument> {
  let changed = listed.filter((one) => isChanged(one, from_ms))
  if (from_ms === null || changed.length > MOST_SINGLE) {
    const name = `${folder.split('/').slice(1).join('-')}.zip`
    const zip = await find({ url: `${folder}/${name}`, name, expects: 'zip', conditional: false })
    if (zip !== null) {
      yield zip.document
      const packed_ms = Date.parse(zip.headers['last-modified'] ?? '')
      changed = changed.filter(({ modified_at }) => !(Date.parse(modified_at ?? '') <= packed_ms))
      // Without a time, the zip counts as complete, and later changes are found by their own time.
      if (Number.isNaN(packed_ms)) changed = []
    }
  }
  for (const { path } of changed) {
    // The document was listed but has been withdrawn.
    const answer = await find({ url: path, name: path.slice(path.lastIndexOf('/') + 1), expects: 'xml' })
    if (answer !== null) yield answer.document
  }
}

/**
 * The next run starts at the newest listed change, by the publisher's clock, so that changes during this run are
 * newer.
 */
export function advanceTo(
  listed: readonly Listed[],
  { advance, started_at }: Pick<Fetching, 'advance' | 'started_at'>,
): void {
  const newest_ms = Math.max(0, ...listed.map(({ modified_at }) => Date.parse(modified_at ?? '') || 0))
  if (newest_ms > 0) advance(new Date(Math.min(newest_ms, Date.parse(started_at))).toISOString())
}
