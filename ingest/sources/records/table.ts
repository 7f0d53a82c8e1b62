import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { LegislogError } from '../../../schemas/errors.ts'
import type { Fields } from './fields.ts'

const FORMAT = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n'],
  skip_empty_lines: true,
}

/**
 * A row of a table and its location: `from` and `to` are byte offsets, `line` counts from 1 and includes the
 * header.
 */
export type Row = {
  readonly cells: readonly string[]
  readonly from: number
  readonly to: number
  readonly line: number
}

/** The bytes of a table and its parsed header. Rows are parsed on demand and never all kept. */
export type Table = {
  readonly name: string
  readonly header: readonly string[]
  readonly bytes: Buffer
  readonly rows: () => AsyncIterable<Row>
  /** Makes a table of some rows, with the header, for the quarantine. */
  readonly withHeader: (rows: Buffer) => Buffer
}

/** Throws `record_unreadable` if the bytes are not a table, `record_invalid` if a column is missing. */
export function openTable(name: string, bytes: Buffer, columns: readonly string[]): Table {
  if (!isUtf8(bytes)) throw new LegislogError('record_unreadable', 'the bytes are not UTF-8')
  const { record: header, info } = headOf(bytes)
  if (header.some((name) => name.includes('\r')))
    throw new LegislogError('record_unreadable', 'its lines end in CR alone: all of it is one line')
  const missing = columns.find((column) => !header.includes(column))
  if (missing !== undefined) {
    const shown = header.join(', ').slice(0, SHOWN_CHARACTERS).toWellFormed()
    throw new LegislogError('record_invalid', `the column ${missing} is missing; the columns are ${shown}`)
  }
  const withHeader = (rows: Buffer) => Buffer.concat([bytes.subarray(0, info.bytes), rows])
  return { name, header, bytes, rows: () => rowsOf(bytes), withHeader }
}

type ParsedRow = { readonly record: string[]; readonly info: { readonly bytes: number } }

const SHOWN_CHARACTERS = 300

function headOf(bytes: Buffer): ParsedRow {
  try {
    const [first] = parseAll(bytes, { ...FORMAT, to: 1, info: true }) as unknown as ParsedRow[]
    return first ?? { record: [], info: { bytes: 0 } }
  } catch (error) {
    throw noTable(error)
  }
}

/** The cause is most likely an unclosed quotation mark. The rows before it have been read. */
function noTable(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  return new LegislogError('record_unreadable', `the rest is not a table: ${error.message}`, { cause: error })
}

const CHUNK_BYTES = 256 * 1024

async function* rowsOf(bytes: Buffer): AsyncGenerator<Row> {
  const parser = Readable.from(chunksOf(bytes)).pipe(parse({ ...FORMAT, info: true }))
  let from = -1
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      if (from >= 0) yield { cells: record, from, to: info.bytes, line }
      from = info.bytes
      line += 1
    }
  } catch (error) {
    throw noTable(error)
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES)
}

/** Finds the rows of a table by one column. It stores byte ranges, and adjacent ones are joined. */
export type TableIndex = {
  readonly table: Table
  take(id: string): readonly Fields[]
  /** A row with this id could not be read, so the remaining rows are not the whole list. */
  readonly isBroken: (id: string) => boolean
  /** Ids whose rows were not taken, with those rows. */
  readonly left: () => Iterable<{ readonly id: string; readonly rows: number; readonly bytes: Buffer }>
}

export type BrokenRow = { readonly name: string; readonly bytes: Buffer; readonly error: LegislogError }

/** Rows that do not fit the header go to `broken` and are not in the index. */
export async function indexTable(
  table: Table,
  column: string,
  broken: (row: BrokenRow) => void,
): Promise<TableIndex> {
  const at = table.header.indexOf(column)
  const places = new Map<string, number[]>()
  const brokenIds = new Set<string>()
  let anyIsBroken = false
  for await (const { cells, from, to, line } of table.rows()) {
    if (cells.length !== table.header.length) {
      const error = unfit(table, cells)
      broken({
        name: `${table.name}#${line}`,
        bytes: table.withHeader(table.bytes.subarray(from, to)),
        error,
      })
      // If the id is unreadable too, every list may be incomplete.
      const id = cells[at] ?? ''
      if (/^\d+$/u.test(id)) brokenIds.add(id)
      else anyIsBroken = true
      continue
    }
    const id = cells[at]!
    const known = places.get(id)
    if (known === undefined) places.set(id, [from, to])
    else if (known.at(-1) === from) known[known.length - 1] = to
    else known.push(from, to)
  }
  const bytesOf = (ranges: readonly number[]): Buffer => {
    const parts: Buffer[] = []
    for (let index = 0; index < ranges.length; index += 2)
      parts.push(table.bytes.subarray(ranges[index], ranges[index + 1]))
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }
  const rowsIn = (bytes: Buffer) => parseAll(bytes, { ...FORMAT, bom: false }) as string[][]
  return {
    table,
    isBroken: (id) => anyIsBroken || brokenIds.has(id),
    take(id) {
      const ranges = places.get(id)
      if (ranges === undefined) return []
      places.delete(id)
      return rowsIn(bytesOf(ranges)).map((cells) => fieldsOfRow(table, cells))
    },
    *left() {
      for (const [id, ranges] of places) {
        const bytes = bytesOf(ranges)
        yield { id, rows: rowsIn(bytes).length, bytes }
      }
    },
  }
}

function unfit({ header }: Pick<Table, 'header'>, cells: readonly string[]): LegislogError {
  return new LegislogError('record_invalid', `the row has ${cells.length} cells, the header ${header.length}`)
}

/** Throws `record_invalid` if the number of cells differs from the header's. */
export function fieldsOfRow({ header }: Pick<Table, 'header'>, cells: readonly string[]): Fields {
  if (cells.length !== header.length) throw unfit({ header }, cells)
  return Object.fromEntries(header.map((name, index) => [name, cells[index]!]))
}
