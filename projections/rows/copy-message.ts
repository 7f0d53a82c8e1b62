import { reasonsText } from '../read-model/change-index.ts'
import { sealItem } from '../read-model/item.ts'
import type { Kind, Reasons, Table } from '../read-model/table.ts'
import { daysSinceEpoch, microseconds } from './postgres-times.ts'

const [TEXT_OID, INT8_OID, INT4_OID] = [25, 20, 23] as const
const TWO_POW_32 = 2 ** 32
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const HEAD_BYTES = SIGNATURE.length + 8
/** Shorter text is encoded in JavaScript, which is faster than a call into the runtime. */
const SHORT = 32

/** The weights of positions in a search vector, in the order of their bits. */
const WEIGHTS = 'DCBA'

type Row = Readonly<Record<string, unknown>>

/** Rows of one table as a binary COPY message, in a buffer that grows and is reused. */
export class CopyMessage {
  rows = 0
  readonly #fields: readonly { readonly name: string; readonly kind: Kind }[]
  #buffer: Buffer
  #view: DataView
  #end = HEAD_BYTES

  constructor(table: Table, room = 1 << 16) {
    this.#fields = Object.entries(table.columns).map(([name, { kind }]) => ({ name, kind }))
    this.#buffer = Buffer.allocUnsafeSlow(room)
    this.#view = viewOf(this.#buffer)
    this.#begin()
  }

  get bytes(): number {
    return this.#end
  }

  add(row: object): void {
    const fields = this.#fields
    this.#reserve(2)
    this.#view.setInt16(this.#end, fields.length)
    this.#end += 2
    for (let index = 0; index < fields.length; index++) {
      const { name, kind } = fields[index]!
      this.#field(kind, (row as Row)[name], row as Row)
    }
    this.rows++
  }

  /** The message. It is in the buffer: call `clear` or `add` only after it was sent. */
  finish(): Buffer {
    this.#reserve(2)
    this.#view.setInt16(this.#end, -1)
    return this.#buffer.subarray(0, this.#end + 2)
  }

  clear(): void {
    this.cutTo({ rows: 0, bytes: HEAD_BYTES })
  }

  /** Removes everything that was added since the message had this length. */
  cutTo({ rows, bytes }: Pick<CopyMessage, 'rows' | 'bytes'>): void {
    this.rows = rows
    this.#end = bytes
  }

  #begin(): void {
    SIGNATURE.copy(this.#buffer)
    this.#buffer.fill(0, SIGNATURE.length, HEAD_BYTES)
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
        this.#view.setBigInt64(this.#end, value as bigint)
        this.#end += 8
        break
      case 'integer':
        this.#int32(4)
        this.#int32(inRange(value as number))
        break
      case 'flag':
        this.#int32(1)
        this.#buffer[this.#end++] = value === true ? 1 : 0
        break
      case 'day':
        this.#int32(4)
        this.#int32(daysSinceEpoch(value as string))
        break
      case 'instant':
        this.#int32(8)
        this.#int64(microseconds(value as string))
        break
      case 'text_list':
        this.#array(value as readonly string[], TEXT_OID, (text) => this.#text(text))
        break
      case 'id_list':
        this.#array(value as readonly number[], INT8_OID, (id) => {
          this.#int32(8)
          this.#int64(id)
        })
        break
      case 'integer_list':
        this.#array(value as readonly number[], INT4_OID, (integer) => {
          this.#int32(4)
          this.#int32(inRange(integer))
        })
        break
      case 'words':
        this.#vector(value as string)
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

  #array<T>(items: readonly T[], oid: number, add: (item: T) => void): void {
    const start = this.#end
    this.#reserve(24 + 12 * items.length)
    this.#end += 4
    this.#int32(items.length === 0 ? 0 : 1)
    this.#int32(0)
    this.#int32(oid)
    if (items.length > 0) {
      this.#int32(items.length)
      this.#int32(1)
      for (const item of items) add(item)
    }
    this.#view.setInt32(start, this.#end - start - 4)
  }

  /** Adds a search vector in the notation of Postgres. Its lexemes have no spaces or quotes, and some have no places. */
  #vector(vector: string): void {
    const words = vector === '' ? [] : vector.split(' ')
    this.#reserve(8 + vector.length * 3)
    const start = this.#end
    this.#end += 4
    this.#int32(words.length)
    for (const word of words) {
      const end = word.lastIndexOf("'")
      this.#end += this.#buffer.write(word.slice(1, end), this.#end)
      this.#buffer[this.#end++] = 0
      const places = word.length === end + 1 ? [] : word.slice(end + 2).split(',')
      this.#int16(places.length)
      for (const place of places) {
        const weight = WEIGHTS.indexOf(place.at(-1)!)
        this.#int16((Math.max(weight, 0) << 14) | Number.parseInt(place, 10))
      }
    }
    this.#view.setInt32(start, this.#end - start - 4)
  }

  #text(text: string): void {
    const { length } = text
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    this.#reserve(4 + length * 3)
    const start = this.#end + 4
    const bytes = length < SHORT ? this.#shortText(text, start) : this.#buffer.write(text, start)
    this.#int32(bytes)
    this.#end += bytes
  }

  #shortText(text: string, start: number): number {
    const buffer = this.#buffer
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit > 127) return buffer.write(text, start)
      buffer[start + index] = unit
    }
    return text.length
  }

  #int16(value: number): void {
    this.#view.setUint16(this.#end, value)
    this.#end += 2
  }

  #int32(value: number): void {
    this.#view.setInt32(this.#end, value)
    this.#end += 4
  }

  #int64(value: number): void {
    const high = Math.floor(value / TWO_POW_32)
    this.#view.setInt32(this.#end, high)
    this.#view.setUint32(this.#end + 4, value - high * TWO_POW_32)
    this.#end += 8
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#end + bytes))
    this.#buffer.copy(larger, 0, 0, this.#end)
    this.#buffer = larger
    this.#view = viewOf(larger)
  }
}

function inRange(value: number): number {
  if ((value | 0) === value) return value
  throw new RangeError(`${value} does not fit into an integer of Postgres`)
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
