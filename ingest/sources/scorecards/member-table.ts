import { parse } from 'csv-parse/sync'
import { LegislogError } from '../../../schemas/errors.ts'

/** Reads a table of members without a head. Rows may have different lengths. Throws `record_unreadable`. */
export function readMemberTable(table: string): string[][] {
  try {
    return parse(table, { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  } catch (cause) {
    throw new LegislogError('record_unreadable', `no table: ${(cause as Error).message}`, { cause })
  }
}
