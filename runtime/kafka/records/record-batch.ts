import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A record of a batch. Headers come in groups: records in a row that end with the same group share a copy of it. */
export type BatchRecord = {
  readonly key: string
  readonly value: Buffer
  readonly headers: readonly Readonly<Record<string, string>>[]
}

const compress = promisify(gzip)

/**
 * Level 3 takes less than half the time of zlib's usual 6 (2.8 against 6.6 µs an event) and gives a quarter
 * more bytes. The broker stores a batch with the topic's own codec unchanged, and compresses any other again.
 */
const GZIP_LEVEL = 3
/** zlib returns chunks through the event loop. Larger chunks save a tenth of the time. */
const [SMALLEST_CHUNK_BYTES, LARGEST_CHUNK_BYTES] = [16 * 1024, 128 * 1024]
const GZIP_CODEC = 1
const MAGIC = 2
/** The bytes before the records: from the first offset to the count of records. */
const HEAD_BYTES = 61
const CRC_AT = 17
const AFTER_CRC_AT = 21
/** Room for the length of a record body below 1 MB. A larger one needs more and is moved. */
const LENGTH_ROOM = 3

/**
 * Encodes records as one compressed batch in Kafka's format (magic 2), with offsets from 0, as a produce request
 * carries it for one partition. It is written in one pass: kafkajs makes a buffer for each record and copies all of
 * them six times.
 */
export async function encodeBatch(records: readonly BatchRecord[]): Promise<Buffer> {
  const bytes = encodeRecords(records)
  const chunkSize = Math.min(Math.max(bytes.length >> 2, SMALLEST_CHUNK_BYTES), LARGEST_CHUNK_BYTES)
  const packed = await compress(bytes, { level: GZIP_LEVEL, chunkSize })
  const batch = Buffer.allocUnsafe(HEAD_BYTES + packed.length)
  const now = BigInt(Date.now())
  batch.writeBigInt64BE(0n, 0)
  batch.writeInt32BE(batch.length - 12, 8)
  batch.writeInt32BE(0, 12)
  batch.writeInt8(MAGIC, 16)
  batch.writeInt16BE(GZIP_CODEC, AFTER_CRC_AT)
  batch.writeInt32BE(records.length - 1, 23)
  batch.writeBigInt64BE(now, 27)
  batch.writeBigInt64BE(now, 35)
  // No producer id, epoch or sequence: the producer is not idempotent.
  batch.writeBigInt64BE(-1n, 43)
  batch.writeInt16BE(-1, 51)
  batch.writeInt32BE(-1, 53)
  batch.writeInt32BE(records.length, 57)
  packed.copy(batch, HEAD_BYTES)
  batch.writeUInt32BE(crc32c(batch, AFTER_CRC_AT), CRC_AT)
  return batch
}

function encodeRecords(records: readonly BatchRecord[]): Buffer {
  const buffer = Buffer.allocUnsafe(records.reduce((sum, record) => sum + maxBytesOf(record), 0))
  let last = { group: {}, start: 0, end: 0 }
  let at = 0
  for (const [index, { key, value, headers }] of records.entries()) {
    const start = at
    at += LENGTH_ROOM
    buffer[at++] = 0
    buffer[at++] = 0
    at = writeVarInt(buffer, index, at)
    at = writeText(buffer, key, at)
    at = writeVarInt(buffer, value.length, at)
    at += value.copy(buffer, at)
    at = writeVarInt(buffer, countOf(headers), at)
    for (const group of headers) {
      const from = at
      if (group === last.group) {
        buffer.copyWithin(at, last.start, last.end)
        at += last.end - last.start
      } else {
        for (const name in group) at = writeText(buffer, group[name]!, writeText(buffer, name, at))
      }
      if (group === headers.at(-1)) last = { group, start: from, end: at }
    }
    const bytes = at - start - LENGTH_ROOM
    const room = sizeOfVarInt(bytes)
    if (room !== LENGTH_ROOM) {
      buffer.copyWithin(start + room, start + LENGTH_ROOM, at)
      at += room - LENGTH_ROOM
      last = { ...last, start: last.start + room - LENGTH_ROOM, end: last.end + room - LENGTH_ROOM }
    }
    writeVarInt(buffer, bytes, start)
  }
  return buffer.subarray(0, at)
}

/** UTF-8 takes at most three bytes for each UTF-16 unit; a length at most five. */
function maxBytesOf({ key, value, headers }: BatchRecord): number {
  let bytes = 32 + key.length * 3 + value.length
  for (const group of headers) {
    for (const name in group) bytes += 10 + (name.length + group[name]!.length) * 3
  }
  return bytes
}

function countOf(groups: BatchRecord['headers']): number {
  let count = 0
  for (const group of groups) for (const _name in group) count++
  return count
}

/** Envelope texts are short ASCII: this loop is faster than a call into the runtime. */
function writeText(buffer: Buffer, text: string, start: number): number {
  const { length } = text
  let at = writeVarInt(buffer, length, start)
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 127) return writeLongText(buffer, text, start)
    buffer[at++] = unit
  }
  return at
}

function writeLongText(buffer: Buffer, text: string, start: number): number {
  const at = writeVarInt(buffer, Buffer.byteLength(text), start)
  return at + buffer.write(text, at)
}

function writeVarInt(buffer: Buffer, value: number, start: number): number {
  let at = start
  let rest = value * 2
  while (rest > 127) {
    buffer[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  buffer[at++] = rest
  return at
}

function sizeOfVarInt(value: number): number {
  let bytes = 1
  for (let rest = (value * 2) >>> 7; rest !== 0; rest >>>= 7) bytes++
  return bytes
}

const CASTAGNOLI = 0x82f63b78

/** Four tables, to sum four bytes in one step. */
const tables = createTables()

function createTables(): Int32Array[] {
  const first = new Int32Array(256).map((_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ CASTAGNOLI : crc >>> 1
    return crc
  })
  const result = [first]
  for (let index = 1; index < 4; index++) {
    const before = result[index - 1]!
    result.push(before.map((crc) => first[crc & 255]! ^ (crc >>> 8)))
  }
  return result
}

export function crc32c(bytes: Buffer, from = 0): number {
  const [t0, t1, t2, t3] = tables as [Int32Array, Int32Array, Int32Array, Int32Array]
  const { length } = bytes
  let crc = -1
  let at = from
  for (; at + 4 <= length; at += 4) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    crc = t3[crc & 255]! ^ t2[(crc >>> 8) & 255]! ^ t1[(crc >>> 16) & 255]! ^ t0[crc >>> 24]!
  }
  for (; at < length; at++) crc = t0[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return (crc ^ -1) >>> 0
}
