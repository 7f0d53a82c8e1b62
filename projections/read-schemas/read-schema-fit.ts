import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { type Kind, sqlTypes } from '../read-model/table.ts'
import { readTables } from '../tables/read-tables.ts'

export type ActualColumn = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
}

/** As the catalogue of Postgres spells a column's type. */
const spelled = (kind: Kind): string =>
  sqlTypes[kind].replace(' COMPRESSION lz4', '').replace('timestamptz', 'timestamp with time zone')

/**
 * Where the tables of a read schema are not those of this code, in words; empty where they are. `no tables` alone where
 * there is nothing at all. Projectors of another version must leave it alone in either direction: what they would not
 * write is missing as much as what they cannot.
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
        misfits.push(`holds ${table.name}.${name} as ${column.type}, not ${spelled(kind)}`)
      } else if (column.required === nullable) {
        misfits.push(`${nullable ? 'requires' : 'does not require'} ${table.name}.${name}`)
      }
    }
  }
  return [...misfits, ...[...byName.keys()].map((name) => `has ${name} besides`)]
}

export const NO_TABLES = 'has no tables'

/** Those that keep a reader of this code from reading; what there is besides does not. */
export const unreadable = (misfits: readonly string[]): string[] =>
  misfits.filter((misfit) => !/^(has .* besides|requires |does not require )/.test(misfit))

/** Its misfits as one sentence, of which a long list keeps the first. */
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
