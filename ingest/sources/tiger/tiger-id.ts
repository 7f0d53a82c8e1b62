import type { TableRow } from '../../files/shapefiles/dbf-table.ts'
import { invalid } from '../records/fields.ts'

/** The id of a segment or face. Some programs write numbers as texts. Throws `record_invalid`. */
export function tigerId(row: TableRow, column: string): number {
  const id = optionalTigerId(row, column)
  if (id === null) throw invalid(column, row[column], 'an id')
  return id
}

/** null if it is empty or zero. */
export function optionalTigerId(row: TableRow, column: string): number | null {
  const value = row[column]
  const id = value === null || value === undefined ? 0 : Number(value)
  if (!Number.isSafeInteger(id) || id < 0) throw invalid(column, value, 'an id')
  return id === 0 ? null : id
}
