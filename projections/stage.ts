import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyEncoder } from './copy.ts'
import type { Table } from './table.ts'

const stageOf = (schema: string, table: Table) => `pg_temp.stage_${schema}_${table.name}`

/** Temporary tables that rows are copied into before they are merged; emptied by each commit. */
export function createStages(schema: string, tables: readonly Table[]): string {
  return tables
    .map(
      (table) =>
        `CREATE TEMP TABLE ${stageOf(schema, table).slice('pg_temp.'.length)}
         (LIKE ${schema}.${table.name} INCLUDING COMPRESSION) ON COMMIT DELETE ROWS`,
    )
    .join(';\n')
}

/**
 * Brings rows into their table: one COPY to the stage, one upsert ordered by key. On a failure the connection must be
 * closed, since a COPY may be open on it.
 */
export async function upsertRows(
  client: pg.PoolClient,
  encoder: CopyEncoder,
  schema: string,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(table.columns)
  const stage = stageOf(schema, table)
  const stream = client.query(copyFrom(`COPY ${stage} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`))
  stream.end(encoder.encode(table, rows))
  await finished(stream)
  const set = columns.filter((name) => name !== table.key).map((name) => `${name} = excluded.${name}`)
  await client.query(`
    INSERT INTO ${schema}.${table.name} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM ${stage} ORDER BY ${table.key}
    ON CONFLICT (${table.key}) DO UPDATE SET ${set.join(', ')}`)
}
