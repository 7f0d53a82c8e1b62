import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * Asks ingest to record what a model says about a bill, in the caller's transaction. `body` is the member `derivation` of
 * `derivation.recorded`, or `{kind, language, removed}` with the reason of a removal. It is checked when it is taken.
 */
export async function requestDerivation(client: Queryable, billOcdId: string, body: object): Promise<void> {
  await client.query('INSERT INTO ingest.derivation_request (bill_ocd_id, body) VALUES ($1, $2)', [
    billOcdId,
    JSON.stringify(body),
  ])
}

/** Counts the requests that ingest has not taken yet, up to 100,000. */
export async function countRequests(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ requests: number }>(
    'SELECT count(*) AS requests FROM (SELECT FROM ingest.derivation_request LIMIT 100000) r',
  )
  return rows[0]!.requests
}
