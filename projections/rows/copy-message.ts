import { DAY_MS } from '../../runtime/durations.ts'
import { reasonsText } from '../read-model/change-index.ts'
import { sealItem } from '../read-model/item.ts'
import type { Kind, Reasons, Table } from '../read-model/table.ts'

/** Postgres counts dates and times from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const EPOCH_DAY = EPOCH_MS / DAY_MS
const TEXT_OID = 25
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

  /** The message. It lies in the buffer: call `clear` or `add` only after it was sent. */
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
        this.#int32(dayNumber(value as string) - EPOCH_DAY)
        break
      case 'instant':
        this.#int32(8)
        this.#int64(microseconds(value as string))
        break
      case 'text_list':
        this.#list(value as readonly string[])
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
    this.#view.setInt32(start, this.#end - start - 4)
  }

  /** Adds a search vector in the notation of Postgres. Its words have neither spaces nor quotes. */
  #vector(vector: string): void {
    const words = vector === '' ? [] : vector.split(' ')
    this.#reserve(8 + vector.length * 3)
    const start = this.#end
    this.#end += 4
    this.#int32(words.length)
    for (const word of words) {
      const end = word.lastIndexOf("':")
      this.#end += this.#buffer.write(word.slice(1, end), this.#end)
      this.#buffer[this.#end++] = 0
      const places = word.slice(end + 2).split(',')
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

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48
const twoDigits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

/** Days since 1970 of `2026-01-02…`, which must be a calendar day. After Howard Hinnant's days_from_civil. */
export function dayNumber(text: string): number {
  const month = twoDigits(text, 5)
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + twoDigits(text, 8) - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Microseconds since 2000 of `2026-01-02T03:04:05.678901Z`. A number holds them exactly until the year 2255. */
function microseconds(instant: string): number {
  const seconds =
    (dayNumber(instant) - EPOCH_DAY) * 86_400 +
    twoDigits(instant, 11) * 3_600 +
    twoDigits(instant, 14) * 60 +
    twoDigits(instant, 17)
  const fraction = twoDigits(instant, 20) * 10_000 + twoDigits(instant, 22) * 100 + twoDigits(instant, 24)
  return seconds * 1_000_000 + fraction
}
