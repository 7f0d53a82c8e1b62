import { readTables } from '../../../projections/tables/read-tables.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'

/** Every row of a read schema, ids, `updated_at` and `seq` included, by table and key. */
export async function readRows(database: Database, readSchema: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const { name, key } of readTables) {
    const { rows } = await database.query<{ key: string; row: string }>(
      `SELECT ${key}::text AS key, to_json(t)::text AS row FROM ${readSchema}.${name} t ORDER BY 1`,
    )
    for (const { key: of, row } of rows) found.set(`${name}:${of}`, row)
  }
  return found
}
