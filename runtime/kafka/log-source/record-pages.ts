import type { RawBatch, RecordBounds } from './log-source.ts'

const PAGE_BYTES = 16 * 1024 * 1024
const FIRST_ROOM = 1 << 14

/** Hash of a key, spread over 32 bits (FNV-1a). It is never stored, so it may change. */
export function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash >>> 0
}

/**
 * Unparsed messages of the log: bytes in pages outside of the heap, positions in typed arrays. There are no
 * objects per message, so a garbage collection does not slow down with their number. Pages are used again
 * after `clear`.
 */
export class RecordPages {
  count = 0
  readonly #page_bytes: number
  readonly #pages: Buffer[] = []
  /** The position of the next record. */
  #page = 0
  #end = 0
  #pageOf = new Uint16Array(FIRST_ROOM)
  #at = new Int32Array(FIRST_ROOM)
  /** Lengths of key and value, which begin at `#at`. -1 means no value. */
  #keyBytes = new Int32Array(FIRST_ROOM)
  #valueStart = new Int32Array(FIRST_ROOM)
  #valueEnd = new Int32Array(FIRST_ROOM)
  #headersStart = new Int32Array(FIRST_ROOM)
  #bytes = new Int32Array(FIRST_ROOM)
  #offset = new Float64Array(FIRST_ROOM)
  #appendedAt = new Float64Array(FIRST_ROOM)
  #topic = new Uint8Array(FIRST_ROOM)

  constructor(page_bytes: number = PAGE_BYTES) {
    this.#page_bytes = page_bytes
  }

  /** Bytes of the pages in use. */
  get bytes(): number {
    let bytes = this.#end
    for (let page = 0; page < this.#page; page++) bytes += this.#pages[page]!.length
    return bytes
  }

  clear(): void {
    this.count = 0
    this.#page = 0
    this.#end = 0
  }

  /** `topic` is any small number. */
  add(
    { bytes, appended_at }: Pick<RawBatch, 'bytes' | 'appended_at'>,
    bounds: RecordBounds,
    topic: number,
  ): number {
    const { key_start, headers_end } = bounds
    const record = this.count++
    if (record === this.#at.length) this.#grow()
    const length = headers_end - key_start
    const page = this.#makeRoom(length)
    bytes.copy(page, this.#end, key_start, headers_end)
    this.#put(record, length)
    this.#keyBytes[record] = bounds.key_end - key_start
    this.#valueStart[record] = bounds.value_start - key_start
    this.#valueEnd[record] = bounds.value_end < 0 ? -1 : bounds.value_end - key_start
    this.#headersStart[record] = bounds.headers_start - key_start
    this.#offset[record] = bounds.offset
    this.#appendedAt[record] = appended_at
    this.#topic[record] = topic
    return record
  }

  /** Drops all other records. The rest keep their order and get new numbers. */
  keep(isKept: (record: number) => boolean): void {
    const before = this.count
    this.clear()
    for (let from = 0; from < before; from++) {
      if (!isKept(from)) continue
      const record = this.count++
      const length = this.#bytes[from]!
      const source = this.bytesOf(from)
      const start = this.#at[from]!
      // It never passes the read position: fewer records take no more room.
      source.copy(this.#makeRoom(length), this.#end, start, start + length)
      for (const column of [this.#keyBytes, this.#valueStart, this.#valueEnd, this.#headersStart]) {
        column[record] = column[from]!
      }
      this.#offset[record] = this.#offset[from]!
      this.#appendedAt[record] = this.#appendedAt[from]!
      this.#topic[record] = this.#topic[from]!
      this.#put(record, length)
    }
  }

  bytesOf(record: number): Buffer {
    return this.#pages[this.#pageOf[record]!]!
  }

  topicOf(record: number): number {
    return this.#topic[record]!
  }

  offsetOf(record: number): number {
    return this.#offset[record]!
  }

  appendedAt(record: number): number {
    return this.#appendedAt[record]!
  }

  keyStart(record: number): number {
    return this.#at[record]!
  }

  keyEnd(record: number): number {
    return this.#at[record]! + this.#keyBytes[record]!
  }

  valueStart(record: number): number {
    return this.#at[record]! + this.#valueStart[record]!
  }

  /** -1 if there is no value. */
  valueEnd(record: number): number {
    const end = this.#valueEnd[record]!
    return end < 0 ? -1 : this.#at[record]! + end
  }

  hashOf(record: number): number {
    return hashOf(this.bytesOf(record), this.keyStart(record), this.keyEnd(record))
  }

  headersStart(record: number): number {
    return this.#at[record]! + this.#headersStart[record]!
  }

  headersEnd(record: number): number {
    return this.#at[record]! + this.#bytes[record]!
  }

  placeOf(record: number): RecordBounds {
    return {
      offset: this.offsetOf(record),
      key_start: this.keyStart(record),
      key_end: this.keyEnd(record),
      value_start: this.valueStart(record),
      value_end: this.valueEnd(record),
      headers_start: this.headersStart(record),
      headers_end: this.headersEnd(record),
    }
  }

  #put(record: number, length: number): void {
    this.#pageOf[record] = this.#page
    this.#at[record] = this.#end
    this.#bytes[record] = length
    this.#end += length
  }

  /** A record is in one page. A record larger than a page gets a separate page. */
  #makeRoom(length: number): Buffer {
    const page = this.#pages[this.#page]
    if (page !== undefined && this.#end + length <= page.length) return page
    if (page !== undefined && this.#end > 0) this.#page++
    this.#end = 0
    const next = this.#pages[this.#page]
    if (next !== undefined && length <= next.length) return next
    const made = Buffer.allocUnsafeSlow(Math.max(this.#page_bytes, length))
    this.#pages[this.#page] = made
    return made
  }

  #grow(): void {
    const room = this.#at.length * 2
    this.#pageOf = grown(this.#pageOf, room)
    this.#at = grown(this.#at, room)
    this.#keyBytes = grown(this.#keyBytes, room)
    this.#valueStart = grown(this.#valueStart, room)
    this.#valueEnd = grown(this.#valueEnd, room)
    this.#headersStart = grown(this.#headersStart, room)
    this.#bytes = grown(this.#bytes, room)
    this.#offset = grown(this.#offset, room)
    this.#appendedAt = grown(this.#appendedAt, room)
    this.#topic = grown(this.#topic, room)
  }
}

type Column = Uint8Array | Uint16Array | Int32Array | Float64Array

/** Copies a column into a larger one. */
export function grown<C extends Column>(column: C, room: number): C {
  const larger = new (column.constructor as new (room: number) => C)(room)
  larger.set(column)
  return larger
}
