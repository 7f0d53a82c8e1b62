import type pg from 'pg'
import { keyType, type Table } from '../read-model/table.ts'
import { readTables } from '../tables/read-tables.ts'
import { comparedColumns, differingColumns } from './compare-row.ts'
import type { RowKey } from './find-ordering-keys.ts'
import type { OracleRow, OracleTables } from './oracle/oracle-tables.ts'
import type { SchemaSnapshot, Unreadable } from './schema-snapshot.ts'

export type Judgment = RowKey & {
  /** `unknown`: no read schema names the row's entity, or the log has no event of it. */
  readonly verdict: 'equal' | 'missing' | 'extra' | 'differs' | 'unknown'
  readonly columns: readonly string[]
}

export type KeyVerdict = {
  readonly read_schema: string
  readonly is_equal: boolean
  readonly judgments: readonly Judgment[]
  /** Events of these keys that failed. */
  readonly unreadable: readonly Unreadable[]
}

/** Decides for each row whether the folded events support it. */
export async function judgeRows(
  { name, client, oracle, unreadable }: SchemaSnapshot,
  wanted: {
    readonly rows: readonly RowKey[]
    readonly ids: readonly number[]
    readonly isKnown: (row: RowKey) => boolean
  },
): Promise<KeyVerdict> {
  const judgments: Judgment[] = []
  for (const table of readTables) {
    const rows = wanted.rows.filter((row) => row.table === table.name)
    const keys = rows.map(({ key }) => key)
    const live = await liveRows(client, name, table, keys, wanted.ids)
    const expected = expectedRows(oracle.tables, table, keys, wanted.ids)
    const asked = new Set([...keys, ...live.keys(), ...expected.keys()])
    for (const key of asked) {
      const row = { table: table.name, key }
      judgments.push({
        ...row,
        ...judgeRow(table, expected.get(key), live.get(key), () => wanted.isKnown(row)),
      })
    }
  }
  const isEqual = unreadable.length === 0 && judgments.every(({ verdict }) => verdict === 'equal')
  return { read_schema: name, is_equal: isEqual, judgments, unreadable }
}

function judgeRow(
  table: Table,
  expected: OracleRow | undefined,
  live: OracleRow | undefined,
  isKnown: () => boolean,
): Pick<Judgment, 'verdict' | 'columns'> {
  if (expected !== undefined && live !== undefined) {
    const columns = differingColumns(table, expected, live)
    return { verdict: columns.length === 0 ? 'equal' : 'differs', columns }
  }
  if (expected !== undefined) return { verdict: 'missing', columns: [] }
  if (live !== undefined) return { verdict: 'extra', columns: [] }
  return { verdict: isKnown() ? 'equal' : 'unknown', columns: [] }
}

/** The rows with these keys, and all rows of these entities. */
async function liveRows(
  client: pg.ClientBase,
  readSchema: string,
  table: Table,
  keys: readonly string[],
  ids: readonly number[],
): Promise<Map<string, OracleRow>> {
  if (keys.length + ids.length === 0) return new Map()
  const type = keyType(table, table.key)
  const { rows } = await client.query<OracleRow>(
    `SELECT ${comparedColumns(table)} FROM ${readSchema}.${table.name}
     WHERE ${table.key} = ANY ($1::${type}[]) OR ${table.group ?? table.key} = ANY ($2::bigint[])`,
    [keys, ids],
  )
  return new Map(rows.map((row) => [String(row[table.key]), row]))
}

function expectedRows(
  tables: OracleTables,
  table: Table,
  keys: readonly string[],
  ids: readonly number[],
): Map<string, OracleRow> {
  const all = tables.of(table.name)
  const isText = table.columns[table.key]!.kind !== 'id'
  const rows = keys.map((key) => [key, all.get(isText ? key : Number(key))] as const)
  const owned =
    table.group === null
      ? ids.map((id) => [String(id), all.get(id)] as const)
      : ids.flatMap((id) => tables.partsOf(table.name, id)).map((row) => [String(row.id), row] as const)
  return new Map([...rows, ...owned].filter((entry): entry is [string, OracleRow] => entry[1] !== undefined))
}
