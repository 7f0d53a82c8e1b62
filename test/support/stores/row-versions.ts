import { readTables } from '../../../projections/tables/read-tables.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'

/**
 * The last transaction that wrote each row of a read schema, by `table:key`. Equal results mean that no row was
 * written.
 */
export async function rowVersions(
  database: Database,
  readSchema = 'read_0001',
): Promise<Map<string, string>> {
  const versions = new Map<string, string>()
  for (const table of readTables) {
    const { rows } = await database.query<{ key: string; version: string }>(
      `SELECT ${table.key}::text AS key, xmin::text || ' ' || ctid::text AS version
       FROM ${readSchema}.${table.name} ORDER BY 1`,
    )
    for (const { key, version } of rows) versions.set(`${table.name}:${key}`, version)
  }
  return versions
}
