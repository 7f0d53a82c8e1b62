import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * After this time every earlier transaction is visible. A request waits at most ten seconds for a connection, and each
 * of its few statements ends within five.
 */
const SETTLED_AFTER_S = 60

/**
 * The `updated_since` of the next walk of a collection that has many writers and no log order. It is a minute back, so
 * that changes in that minute appear twice rather than never. Uses the database's clock, which stamps every
 * `updated_at` of such a collection. Call it before the page is read.
 */
export async function syncThrough(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ through: string }>(
    'SELECT clock_timestamp() - make_interval(secs => $1) AS through',
    [SETTLED_AFTER_S],
  )
  return rows[0]!.through
}
