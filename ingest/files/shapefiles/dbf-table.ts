import { isUtf8 } from 'node:buffer'
import { LegislogError } from '../../../schemas/errors.ts'

export type TableValue = string | number | boolean | null
/** A row by column. Texts are without the spaces that fill their column; an empty value is null. */
export type TableRow = Readonly<Record<string, TableValue>>

export type TextEncoding = 'latin1' | 'utf8'

export type DbfTable = {
  readonly columns: readonly string[]
  readonly rows: number
  /** null if the row is marked as deleted. Throws `record_invalid` if a text is not in the encoding. */
  readonly row: (index: number) => TableRow | null
}

type Column = { readonly name: string; readonly type: string; readonly from: number; readonly to: number }

const HEADER_BYTES = 32
const COLUMN_BYTES = 32
const END_OF_COLUMNS = 0x0d
const DELETED = 0x2a

/** Reads a dBase table in place. Throws `record_unreadable` if it is cut off or is no table. */
export function openDbf(bytes: Buffer, encoding: TextEncoding): DbfTable {
  if (bytes.length < HEADER_BYTES) throw unreadable(`its header has ${bytes.length} of ${HEADER_BYTES} bytes`)
  const rows = bytes.readUInt32LE(4)
  const start = bytes.readUInt16LE(8)
  const rowBytes = bytes.readUInt16LE(10)
  const columns = readColumns(bytes, start)
  const width = columns.at(-1)?.to ?? 0
  if (columns.length === 0) throw unreadable('it has no columns')
  if (width > rowBytes) throw unreadable(`its columns take ${width} bytes, and its rows have ${rowBytes}`)
  const whole = Math.floor((bytes.length - start) / rowBytes)
  if (whole < rows) throw unreadable(`it is cut off after ${Math.max(0, whole)} of ${rows} rows`)
  return {
    columns: columns.map(({ name }) => name),
    rows,
    row(index) {
      const row = bytes.subarray(start + index * rowBytes, start + (index + 1) * rowBytes)
      if (row[0] === DELETED) return null
      return Object.fromEntries(columns.map((column) => [column.name, cellOf(row, column, encoding)]))
    },
  }
}

function readColumns(bytes: Buffer, start: number): Column[] {
  const columns: Column[] = []
  /** Each row begins with the mark of deleted rows. */
  let from = 1
  for (let at = HEADER_BYTES; at + COLUMN_BYTES <= Math.min(start, bytes.length); at += COLUMN_BYTES) {
    if (bytes[at] === END_OF_COLUMNS) break
    const name = bytes
      .toString('latin1', at, at + 11)
      .split('\0', 1)[0]!
      .trim()
    const to = from + bytes[at + 16]!
    columns.push({ name, type: String.fromCharCode(bytes[at + 11]!), from, to })
    from = to
  }
  return columns
}

function cellOf(row: Buffer, { name, type, from, to }: Column, encoding: TextEncoding): TableValue {
  const cell = row.subarray(from, to)
  if (encoding === 'utf8' && !isUtf8(cell)) {
    throw new LegislogError('record_invalid', `${name} is not UTF-8, as the .cpg file says`)
  }
  const text = trimmed(cell.toString(encoding))
  if (text === '') return null
  if (type === 'L') return /^[YyTt]$/u.test(text) ? true : /^[NnFf]$/u.test(text) ? false : null
  if (type !== 'N' && type !== 'F') return text
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

/** Columns are filled with spaces, or with zero bytes by some programs. */
const trimmed = (text: string): string => {
  const end = text.indexOf('\0')
  return (end < 0 ? text : text.slice(0, end)).trim()
}

const unreadable = (how: string) => new LegislogError('record_unreadable', `no dBase table: ${how}`)
