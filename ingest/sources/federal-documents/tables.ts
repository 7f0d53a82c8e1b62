import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { LegislogError } from '../../../schemas/errors.ts'

export type Row = { readonly [column: string]: string | undefined }

/**
 * Gives rows by the names of their columns. The lists of agencies use every kind of line end, including CR
 * alone. Throws `record_unreadable`.
 */
export function tableOf(bytes: Buffer): Row[] {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('macintosh').decode(bytes)
  try {
    return parse(text, {
      bom: true,
      columns: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new LegislogError('record_unreadable', `no table: ${cause.message}`, { cause })
  }
}
