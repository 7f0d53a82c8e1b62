import type { Clock } from '../clock.ts'
import type { Queryable } from './postgres.ts'

/**
 * The earlier of the times of the database and of this host. What is deleted because of its age must be old by both clocks:
 * so one that jumps ahead deletes nothing before its time.
 */
export async function readEarlierClock(database: Queryable, clock: Clock): Promise<Date> {
  const { rows } = await database.query<{ at: string }>('SELECT least(clock_timestamp(), $1) AS at', [
    clock.now(),
  ])
  return new Date(rows[0]!.at)
}
