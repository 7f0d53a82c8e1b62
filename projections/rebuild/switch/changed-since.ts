import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { readTables } from '../../tables/read-tables.ts'

/** Entities with a row that has changed since a time, up to the limit. */
export async function changedSince(
  client: Queryable,
  readSchema: string,
  since: string,
  limit: number,
): Promise<number[]> {
  const parts = readTables
    .filter(({ columns }) => 'updated_at' in columns && columns.updated_at?.kind === 'instant')
    // A changed part of a bill also changes the bill's own row, which is found.
    .filter(({ group }) => group === null)
    .map(
      ({ name, key }) =>
        `(SELECT ${key} AS id FROM ${readSchema}.${name} WHERE updated_at >= $1::timestamptz LIMIT $2)`,
    )
  const { rows } = await client.query<{ id: number }>(
    `SELECT DISTINCT id FROM (${parts.join(' UNION ALL ')}) changed LIMIT $2`,
    [since, limit],
  )
  return rows.map(({ id }) => id)
}
