import { reasonsText } from './change-index.ts'
import { sealItem } from './item.ts'
import type { Kind, Reasons, Table } from './table.ts'

/** Postgres counts dates and times from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const TEXT_OID = 25
const TWO_POW_32 = 2 ** 32
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')

type Row = Readonly<Record<string, unknown>>

/** Rows of a table as one binary COPY message. The buffer is used again: send it before the next call. */
export class CopyEncoder {
  #buffer = Buffer.allocUnsafe(1 << 20)
  #end = 0

  encode(table: Table, rows: readonly object[]): Buffer {
    const columns = Object.entries(table.columns).map(([name, { kind }]) => ({ name, kind }))
    this.#end = 0
    this.#reserve(SIGNATURE.length + 8)
    this.#end += SIGNATURE.copy(this.#buffer, this.#end)
    this.#int32(0)
    this.#int32(0)
    for (const row of rows as readonly Row[]) {
      this.#reserve(2)
      this.#end = this.#buffer.writeInt16BE(columns.length, this.#end)
      for (const { name, kind } of columns) this.#field(kind, row[name], row)
    }
    this.#reserve(2)
    this.#end = this.#buffer.writeInt16BE(-1, this.#end)
    return this.#buffer.subarray(0, this.#end)
  }

  #field(kind: Kind, value: unknown, row: Row): void {
    this.#reserve(12)
    if (value === null || value === undefined) {
      this.#int32(-1)
      return
    }
    switch (kind) {
      case 'id':
        this.#int32(8)
        this.#int64(value as number)
        break
      case 'seq':
        this.#int32(8)
        this.#end = this.#buffer.writeBigInt64BE(value as bigint, this.#end)
        break
      case 'integer':
        this.#int32(4)
        this.#int32(value as number)
        break
      case 'flag':
        this.#int32(1)
        this.#end = this.#buffer.writeUInt8(value === true ? 1 : 0, this.#end)
        break
      case 'day':
        this.#int32(4)
        this.#int32((Date.parse(value as string) - EPOCH_MS) / 86_400_000)
        break
      case 'instant':
        this.#int32(8)
        this.#int64(microseconds(value as string))
        break
      case 'text_list':
        this.#list(value as readonly string[])
        break
      case 'reasons':
        this.#text(reasonsText(value as Reasons))
        break
      case 'item':
      case 'part_item':
        this.#text(sealItem(kind, value as string, row as Parameters<typeof sealItem>[2]))
        break
      default:
        this.#text(value as string)
    }
  }

  #list(items: readonly string[]): void {
    const start = this.#end
    this.#reserve(24)
    this.#end += 4
    this.#int32(items.length === 0 ? 0 : 1)
    this.#int32(0)
    this.#int32(TEXT_OID)
    if (items.length > 0) {
      this.#int32(items.length)
      this.#int32(1)
      for (const item of items) this.#text(item)
    }
    this.#buffer.writeInt32BE(this.#end - start - 4, start)
  }

  #text(text: string): void {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    this.#reserve(4 + text.length * 3)
    const length = this.#buffer.write(text, this.#end + 4)
    this.#int32(length)
    this.#end += length
  }

  #int32(value: number): void {
    this.#end = this.#buffer.writeInt32BE(value, this.#end)
  }

  #int64(value: number): void {
    const high = Math.floor(value / TWO_POW_32)
    this.#end = this.#buffer.writeInt32BE(high, this.#end)
    this.#end = this.#buffer.writeUInt32BE(value - high * TWO_POW_32, this.#end)
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#end + bytes))
    this.#buffer.copy(larger, 0, 0, this.#end)
    this.#buffer = larger
  }
}

/** Of `2026-01-02T03:04:05.678901Z`; a number holds them exactly until the year 2255. */
function microseconds(instant: string): number {
  const seconds_ms = Date.parse(`${instant.slice(0, 19)}Z`)
  return (seconds_ms - EPOCH_MS) * 1000 + Number(instant.slice(20, 26))
}
