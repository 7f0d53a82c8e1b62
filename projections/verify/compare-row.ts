import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { isJson, type Kind, type Table } from '../read-model/table.ts'
import { type OracleRow, withChangePosition } from './oracle/oracle-tables.ts'

/** The columns to select for comparing rows of a table: JSON and `seq` as text. */
export function comparedColumns(table: Table): string {
  return Object.entries(table.columns)
    .map(([name, { kind }]) => (isJson(kind) || kind === 'seq' ? `${name}::text AS ${name}` : name))
    .join(', ')
}

/** The columns in which a row, selected by `comparedColumns`, differs from what it must be. */
export function differingColumns(table: Table, expected: OracleRow, live: OracleRow): string[] {
  const dressed = withChangePosition(expected)
  return Object.entries(table.columns)
    .filter(([name, { kind }]) => !isEqual(kind, dressed[name] ?? null, live[name] ?? null))
    .map(([name]) => name)
}

function isEqual(kind: Kind, expected: unknown, live: unknown): boolean {
  if (expected === live) return true
  if (expected === null || live === null) return false
  if (isJson(kind)) {
    return (
      JSON.stringify(expected) === live ||
      canonicalJson(expected) === canonicalJson(JSON.parse(live as string))
    )
  }
  return Array.isArray(expected) && isSameList(expected, live as unknown[])
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])
