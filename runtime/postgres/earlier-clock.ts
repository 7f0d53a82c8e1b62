import type { Clock } from '../clock.ts'
import type { Queryable } from './postgres.ts'

/** SQL: a time of a host, or the database's time if that is earlier. */
export const earlierSql = (hostTime: string): string => `least(${hostTime}::timestamptz, clock_timestamp())`

/**
 * The earlier of the database's time and this host's time. Rows that are deleted because of their age must be old by
 * both clocks, so that a clock that jumps ahead deletes nothing too early.
 */
export async function readEarlierClock(database: Queryable, clock: Clock): Promise<Date> {
  const { rows } = await database.query<{ at: string }>(`SELECT ${earlierSql('$1')} AS at`, [clock.now()])
  return new Date(rows[0]!.at)
}
