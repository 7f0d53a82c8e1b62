import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { resultName, type WantedResult } from './wanted-results.ts'

export type FailedResult = Pick<WantedResult, 'bill_id' | 'kind' | 'key'> & {
  readonly method_version: number
  readonly reason: string
}

/** True if another attempt may end the same way for long, so that the other results must not wait for this one. */
export const isOfThisResult = (error: unknown): boolean =>
  error instanceof LegislogError &&
  ['object_missing', 'object_corrupt', 'text_too_large', 'derive_timeout', 'derive_failed'].includes(
    error.code,
  )

/** Reads the results of these bills that failed and are not due yet, by name, with the version that failed. */
export async function readWaiting(
  database: Queryable,
  bill_ids: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<FailedResult>(
    'SELECT kind, key, method_version FROM derive.failed_result WHERE bill_id = ANY ($1::bigint[]) AND retry_at > now()',
    [bill_ids],
  )
  return new Map(rows.map((row) => [resultName(row), row.method_version]))
}

/** Reads the bills with failed results that are due for another attempt. */
export async function dueBills(database: Queryable, limit: number): Promise<number[]> {
  const { rows } = await database.query<{ bill_id: number }>(
    `SELECT bill_id FROM derive.failed_result WHERE retry_at <= now()
     GROUP BY bill_id ORDER BY min(retry_at) LIMIT $1`,
    [limit],
  )
  return rows.map(({ bill_id }) => bill_id)
}

/**
 * Notes the failures of these bills and forgets their earlier ones that are due. A failed result is tried again after a
 * minute, then after longer pauses, at last once a day.
 */
export async function noteFailures(
  client: Queryable,
  bill_ids: readonly number[],
  failed: readonly FailedResult[],
): Promise<void> {
  await client.query(
    `DELETE FROM derive.failed_result f WHERE f.bill_id = ANY ($1::bigint[]) AND f.retry_at <= now()
       AND NOT EXISTS (SELECT FROM unnest($2::bigint[], $3::text[], $4::bytea[]) AS n (bill_id, kind, key)
         WHERE n.bill_id = f.bill_id AND n.kind = f.kind AND n.key = f.key)`,
    [
      bill_ids,
      failed.map(({ bill_id }) => bill_id),
      failed.map(({ kind }) => kind),
      failed.map(({ key }) => key),
    ],
  )
  for (const { bill_id, kind, key, method_version, reason } of failed) {
    await client.query(
      `INSERT INTO derive.failed_result AS f (bill_id, kind, key, method_version, reason, retry_at)
       VALUES ($1, $2, $3, $4, $5, now() + interval '1 minute')
       ON CONFLICT (bill_id, kind, key) DO UPDATE SET method_version = excluded.method_version,
         reason = excluded.reason, tries = f.tries + 1,
         retry_at = now() + least(interval '1 minute' * 2 ^ least(f.tries, 11), interval '1 day')`,
      [bill_id, kind, key, method_version, reason.slice(0, 1_000)],
    )
  }
}
