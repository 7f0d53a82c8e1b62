import type { QueryResultRow } from 'pg'
import { DAY_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { instantOf } from '../../schemas/http/instant.ts'
import { TOMBSTONE_DAYS } from '../../schemas/http/tombstone-days.ts'
import { type Bindings, createBindings } from '../read-schema/bindings.ts'
import type { Feed } from '../read-schema/live-schema.ts'
import { type PageRequest, type PageRow, pageSelect } from './page-select.ts'

/**
 * A row of an account has the time of the transaction that changed it, and is visible after that ends.
 * Timeouts keep transactions shorter than this, so all earlier changes are visible.
 */
const SETTLED = "interval '60 seconds'"

/** A source has id, item, deleted, updated_at and seq. */
type Source = (bind: Bindings['bind']) => string

/**
 * A page of a collection that belongs to an account, under the rules of every other collection. Tombstones are kept for a
 * limited time: a reader that asks for earlier ones starts again.
 */
export async function readAccountPage<R extends PageRow & QueryResultRow>(
  database: Database,
  page: PageRequest,
  source: Source,
): Promise<{ feed: Feed; rows: R[] }> {
  const { bind, values } = createBindings()
  const select = pageSelect(page, bind, { columns: 't.*', from: `(${source(bind)})`, conditions: [] })
  const { rows } = await database.query<R & { live_watermark: string }>(
    `SELECT live.watermark AS live_watermark, found.*
     FROM (SELECT now() - ${SETTLED} AS watermark) live LEFT JOIN LATERAL (${select}) found ON true`,
    values,
  )
  const watermark = rows[0]!.live_watermark
  const feed = { epoch: 0, since: page.include_deleted ? firstTombstone(watermark) : '-infinity', watermark }
  return { feed, rows: rows.filter(({ id }) => id !== null).map((row) => ({ ...row, seq: String(row.seq) })) }
}

/** In the notation of the database: six digits of a second. */
const firstTombstone = (watermark: string): string =>
  instantOf(new Date(Date.parse(watermark) - TOMBSTONE_DAYS * DAY_MS))
