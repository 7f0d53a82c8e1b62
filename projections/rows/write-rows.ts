import type pg from 'pg'
import { keyType, type Table } from '../read-model/table.ts'
import type { CopyEncoder } from './copy-encoder.ts'
import { copyIn } from './copy-in.ts'

/**
 * Writes rows into their table: deletes those with their keys, then sends one binary COPY. An update would also
 * create new tuples and index entries, because `updated_at` is indexed; this way no staging table is needed (30
 * instead of 34 µs of Postgres per event).
 */
export async function writeRows(
  client: pg.PoolClient,
  encoder: CopyEncoder,
  schema: string,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  const into = `${schema}.${table.name}`
  const type = keyType(table, table.key)
  await client.query(`DELETE FROM ${into} WHERE ${table.key} = ANY($1::${type}[])`, [
    rows.map((row) => (row as Readonly<Record<string, unknown>>)[table.key]),
  ])
  await copyIn(client, copyStatement(schema, table), encoder.encode(table, rows))
}

export function copyStatement(schema: string, table: Table): string {
  return `COPY ${schema}.${table.name} (${Object.keys(table.columns).join(', ')}) FROM STDIN (FORMAT binary)`
}
