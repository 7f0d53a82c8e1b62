import type { Database } from '../../../runtime/postgres/postgres.ts'
import { type CountedDelays, firstDayAt } from './delay-report.ts'

/** Inputs of a report, by jurisdiction. */
export async function readDelays(
  database: Pick<Database, 'query'>,
  now: Date,
): Promise<Map<string, CountedDelays[]>> {
  const { rows } = await database.query<CountedDelays & { jurisdiction: string }>(
    `SELECT jurisdiction, target, day, counts FROM control.delay_count WHERE day >= $1 ORDER BY jurisdiction`,
    [firstDayAt(now)],
  )
  return Map.groupBy(rows, ({ jurisdiction }) => jurisdiction)
}
