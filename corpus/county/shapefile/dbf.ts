/** A column of a table: C is text, N a whole number. `length` is its width in bytes. */
export type DbfColumn = { readonly name: string; readonly type: 'C' | 'N'; readonly length: number }
export type DbfRow = Readonly<Record<string, string | number | null>>

const HEADER = 32
const END_OF_COLUMNS = 0x0d
const END_OF_FILE = 0x1a

/** A dBASE III table, as shapefiles have beside their shapes. Source: the dBASE file format, version 3. */
export function encodeDbf(columns: readonly DbfColumn[], rows: readonly DbfRow[]): Buffer {
  const recordBytes = 1 + columns.reduce((sum, { length }) => sum + length, 0)
  const headerBytes = HEADER + HEADER * columns.length + 1
  const buffer = Buffer.alloc(headerBytes + recordBytes * rows.length + 1, ' ')
  buffer.fill(0, 0, headerBytes)
  buffer.writeUInt8(3, 0)
  // A fixed day, so that equal tables are equal bytes: 2024-01-01.
  buffer.set([124, 1, 1], 1)
  buffer.writeUInt32LE(rows.length, 4)
  buffer.writeUInt16LE(headerBytes, 8)
  buffer.writeUInt16LE(recordBytes, 10)
  for (const [index, { name, type, length }] of columns.entries()) {
    const at = HEADER + HEADER * index
    buffer.write(name, at, 10, 'latin1')
    buffer.write(type, at + 11, 1, 'latin1')
    buffer.writeUInt8(length, at + 16)
  }
  buffer.writeUInt8(END_OF_COLUMNS, headerBytes - 1)
  let at = headerBytes
  for (const row of rows) {
    at += 1
    for (const { name, type, length } of columns) {
      const text = String(row[name] ?? '').slice(0, length)
      buffer.write(type === 'N' ? text.padStart(length) : text, at, length, 'latin1')
      at += length
    }
  }
  buffer.writeUInt8(END_OF_FILE, buffer.length - 1)
  return buffer
}
