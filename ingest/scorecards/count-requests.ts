import type { Queryable } from '../../runtime/postgres/postgres.ts'

/** Counts the requests that ingest has not taken yet, up to 1,000. */
export async function countScorecardRequests(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ requests: number }>(
    'SELECT count(*) AS requests FROM (SELECT FROM ingest.scorecard_request LIMIT 1000) r',
  )
  return rows[0]!.requests
}
