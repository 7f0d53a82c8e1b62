import type { Database } from '../../../runtime/postgres/postgres.ts'

/** The time of the database clock, which stamps changes. */
export async function databaseNow(database: Database): Promise<string> {
  const { rows } = await database.query<{ now: string }>('SELECT clock_timestamp() AS now')
  return rows[0]!.now
}
