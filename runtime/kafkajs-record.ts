import { createRequire } from 'node:module'

/** A message as kafkajs hands it to its encoder of records. */
export type RecordParts = {
  offsetDelta?: number
  timestampDelta?: number
  key?: Buffer | string | null
  value?: Buffer | string | null
  headers?: Record<string, Buffer | string | (Buffer | string)[]>
}
export type EncodedRecord = { buf: Buffer; offset: number }
type EncodeRecord = (parts: RecordParts) => EncodedRecord

const require = createRequire(import.meta.url)
const RECORD_MODULE = 'kafkajs/src/protocol/recordBatch/record/v0'

export const kafkajsEncodeRecord = require(RECORD_MODULE) as EncodeRecord
const { prototype: encoder } = require('kafkajs/src/protocol/encoder') as { prototype: object }

/**
 * kafkajs makes a zeroed buffer of 512 bytes for a record and one for each of its headers, and an array for each length:
 * with our eleven headers more than half of what producing costs. Ours is measured first and written once. It must be in
 * place before the first request is made, as kafkajs loads its encoders then.
 */
export function replaceRecordEncoder(): void {
  const loaded = require.cache[require.resolve(RECORD_MODULE)]
  if (loaded !== undefined) loaded.exports = encodeRecord
}

export function encodeRecord(parts: RecordParts): EncodedRecord {
  const { offsetDelta = 0, timestampDelta = 0, key = null, value = null, headers = {} } = parts
  const pairs = Object.entries(headers)
  if (timestampDelta !== 0 || pairs.some(([, header]) => Array.isArray(header))) {
    return kafkajsEncodeRecord(parts)
  }
  const fields = [key, value, ...pairs.flat()] as (Buffer | string | null)[]
  const lengths = fields.map((field) => (field === null ? -1 : Buffer.byteLength(field)))
  const body_bytes =
    2 + // no attributes, and the timestamp of the batch
    sizeOf(offsetDelta) +
    sizeOf(pairs.length) +
    lengths.reduce((sum, length) => sum + sizeOf(length) + Math.max(length, 0), 0)

  const buf = Buffer.allocUnsafe(sizeOf(body_bytes) + body_bytes)
  let at = writeVarInt(buf, body_bytes, 0)
  buf[at++] = 0
  buf[at++] = 0
  at = writeVarInt(buf, offsetDelta, at)
  fields.forEach((field, index) => {
    if (index === 2) at = writeVarInt(buf, pairs.length, at)
    at = writeVarInt(buf, lengths[index]!, at)
    if (typeof field === 'string') at += buf.write(field, at, 'utf8')
    else if (field !== null) at += field.copy(buf, at)
  })
  if (fields.length === 2) at = writeVarInt(buf, 0, at)
  return Object.assign(Object.create(encoder) as object, { buf, offset: at })
}

function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}

function sizeOf(value: number): number {
  let bytes = 1
  for (let rest = zigzag(value) >>> 7; rest !== 0; rest >>>= 7) bytes++
  return bytes
}

function writeVarInt(buf: Buffer, value: number, start: number): number {
  let at = start
  let rest = zigzag(value)
  while (rest > 127) {
    buf[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  buf[at++] = rest
  return at
}
