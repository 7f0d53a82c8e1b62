import { parse } from 'csv-parse/sync'
import { LegislogError } from '../../../schemas/errors.ts'

/** A row of one of the source's files: the cells that are not empty, by their column. */
export type DivisionRow = Readonly<Record<string, string>>

/** Files without a header line, which are those that people keep by hand, hold these. */
const BARE_COLUMNS = ['id', 'name']
const OPTIONS = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }

/**
 * The rows of a file. No cell of this format holds a line break: where one seems to, a quotation mark was left open, and
 * the lines are read one by one. Throws `record_unreadable` where there is no table in it.
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
      `no table of division ids: it begins ${JSON.stringify(first[0] ?? '')}`,
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
