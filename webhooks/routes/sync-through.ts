import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * What was written by a transaction that had not ended is there by then: a connection is waited for ten seconds at most, and
 * each of a request's few statements ends after five.
 */
const SETTLED_AFTER_S = 60

/**
 * The `updated_since` of the next walk of a collection that many transactions write and no log orders: a minute back, so
 * that what changed in that minute is told twice rather than never. By the database's clock, which gives every `updated_at` of
 * such a collection, whatever the host believes that writes it. To be asked before the page is read.
 */
export async function syncThrough(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ through: string }>(
    'SELECT clock_timestamp() - make_interval(secs => $1) AS through',
    [SETTLED_AFTER_S],
  )
  return rows[0]!.through
}
