import { parse } from 'csv-parse/sync'
import { LegislogError } from '../../../schemas/errors.ts'

/** The cells of a row that are not empty, by column. */
export type DivisionRow = Readonly<Record<string, string>>

/** Columns of files without a header line, which people maintain by hand. */
const BARE_COLUMNS = ['id', 'name']
const OPTIONS = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }

/**
 * Reads the rows of a file. No cell contains a line break. If one seems to, a quotation mark is unclosed, and
 * the lines are read one by one. Throws `record_unreadable` if the text is not a table.
 */
export function readRows(text: string): DivisionRow[] {
  const table = parseAll(text)
  const lines = table.some((cells) => cells.some((cell) => cell.includes('\n')))
    ? text.split(/\r?\n/u).flatMap((line) => parseAll(line.replace(/,"([^"]*)$/u, ',$1')))
    : table
  const [first = []] = lines
  const hasHeader = first[0]?.trim() === 'id'
  if (!hasHeader && first[0]?.startsWith('ocd-division/') !== true) {
    throw new LegislogError(
      'record_unreadable',
      `not a table of division ids: it begins ${JSON.stringify(first[0] ?? '')}`,
    )
  }
  const columns = hasHeader ? first.map((name) => name.trim()) : BARE_COLUMNS
  return (hasHeader ? lines.slice(1) : lines).map((cells) => rowOf(columns, cells))
}

function parseAll(text: string): string[][] {
  try {
    return parse(text, OPTIONS)
  } catch (cause) {
    throw new LegislogError('record_unreadable', `no CSV: ${(cause as Error).message}`, { cause })
  }
}

function rowOf(columns: readonly string[], cells: readonly string[]): DivisionRow {
  const row: Record<string, string> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? ''
    if (cell !== '') row[column] = cell
  }
  return row
}
