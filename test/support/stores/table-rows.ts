import { createHash } from 'node:crypto'
import type { Database } from '../../../runtime/postgres/postgres.ts'

/** Columns by table, such as `webhook.delivery`, of every schema of ours. */
export type Columns = ReadonlyMap<string, readonly string[]>

export async function columnsOf(database: Database): Promise<Columns> {
  const { rows } = await database.query<{ name: string; columns: string[] }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name,
       array_agg(quote_ident(column_name) ORDER BY column_name) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'public') AND table_type = 'BASE TABLE'
     GROUP BY 1 ORDER BY 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The number of rows of each table. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of (await columnsOf(database)).keys()) {
    const { rows } = await database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
    counts[table] = rows[0]!.count
  }
  return counts
}

/** A hash of the rows of each table, over these columns alone. */
export async function hashRows(database: Database, columns: Columns): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const [table, names] of columns) {
    const { rows } = await database.query<{ line: string }>(
      `SELECT ROW(${names.join(', ')})::text AS line FROM ${table} ORDER BY 1`,
    )
    const hash = createHash('sha256')
    for (const { line } of rows) hash.update(line).update('\n')
    hashes.set(table, `${rows.length} rows ${hash.digest('hex').slice(0, 16)}`)
  }
  return hashes
}
