import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type Kind, sqlTypes } from '../read-model/table.ts'
import { readTables } from '../tables/read-tables.ts'

type ActualColumn = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
}

/** The type of a column as the catalog of Postgres spells it. */
const spelled = (kind: Kind): string =>
  sqlTypes[kind].replace(' COMPRESSION lz4', '').replace('timestamptz', 'timestamp with time zone')

/**
 * Describes how the tables of a read schema differ from this code; empty if they fit. `no tables` alone if it has none.
 * Projectors of another version must not write to it in either direction. A column that they do not write is as wrong
 * as one that is missing.
 */
export async function findMisfits(database: Queryable, readSchema: string): Promise<string[]> {
  const actual = await columnsOf(database, readSchema)
  if (actual.length === 0) return [NO_TABLES]
  const byName = new Map(actual.map((column) => [`${column.table}.${column.name}`, column]))
  const misfits: string[] = []
  for (const table of readTables) {
    for (const [name, { kind, nullable }] of Object.entries(table.columns)) {
      const column = byName.get(`${table.name}.${name}`)
      byName.delete(`${table.name}.${name}`)
      if (column === undefined) misfits.push(`lacks ${table.name}.${name}`)
      else if (column.type !== spelled(kind)) {
        misfits.push(`has ${table.name}.${name} as ${column.type}, not ${spelled(kind)}`)
      } else if (column.required === nullable) {
        misfits.push(`${nullable ? 'requires' : 'does not require'} ${table.name}.${name}`)
      }
    }
  }
  return [...misfits, ...[...byName.keys()].map((name) => `has ${name} besides`)]
}

export const NO_TABLES = 'has no tables'

/** The misfits that stop a reader of this code. Additional tables and columns do not. */
export const unreadable = (misfits: readonly string[]): string[] =>
  misfits.filter((misfit) => !/^(has .* besides|requires |does not require )/.test(misfit))

/** The misfits as one sentence. A long list is cut after the first few. */
export function describeMisfits(readSchema: string, misfits: readonly string[]): string {
  const more = misfits.length > 5 ? ` and ${misfits.length - 5} more` : ''
  return `${readSchema} ${misfits.slice(0, 5).join(', ')}${more}: its tables are of another version`
}

/** Every column of every table of a read schema. */
export async function columnsOf(database: Queryable, readSchema: string): Promise<ActualColumn[]> {
  const { rows } = await database.query<ActualColumn>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required
     FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
    [readSchema],
  )
  return rows
}
