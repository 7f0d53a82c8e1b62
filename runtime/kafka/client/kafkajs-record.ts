import { createRequire } from 'node:module'
import { readHeaders } from '../records/record-headers.ts'

/** The input of the record decoder of kafkajs: the bytes of one record after its length. */
type Decoder = { readonly buffer: Buffer; offset: number }
type BatchContext = {
  readonly firstOffset?: string
  readonly firstTimestamp?: string
  readonly maxTimestamp?: string
  readonly magicByte?: number
  readonly isControlBatch?: boolean
  readonly timestampType?: number
}
type DecodeRecord = (decoder: Decoder, batchContext?: BatchContext) => object

const require = createRequire(import.meta.url)
const RECORD_MODULE = 'kafkajs/src/protocol/recordBatch/record/v0/decoder'
const LOG_APPEND_TIME = 1

export const kafkajsDecodeRecord = require(RECORD_MODULE) as DecodeRecord

/**
 * Replaces the record decoder of kafkajs, which copies all headers of a record once for each header: with our eleven
 * headers, half of the cost of reading. This must be called before the first fetch, when kafkajs loads its decoders.
 */
export function replaceRecordDecoder(): void {
  require.cache[require.resolve(RECORD_MODULE)]!.exports = decodeRecord
}

/** Decodes a record as kafkajs does, except for the headers. */
export function decodeRecord(decoder: Decoder, batchContext: BatchContext = {}): object {
  const { buffer } = decoder
  let at = decoder.offset + 1
  const number = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = buffer[at++]!
      value += (byte & 127) * scale
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
      scale *= 128
    }
  }
  const bytes = (): Buffer | null => {
    const length = number()
    if (length < 0) return null
    at += length
    return buffer.subarray(at - length, at)
  }

  const timestampDelta = number()
  const offsetDelta = number()
  const key = bytes()
  const value = bytes()
  const { firstOffset = '0', firstTimestamp = '0', maxTimestamp, timestampType } = batchContext
  return {
    magicByte: batchContext.magicByte,
    attributes: buffer.readInt8(decoder.offset),
    timestamp:
      timestampType === LOG_APPEND_TIME && maxTimestamp
        ? maxTimestamp
        : String(BigInt(firstTimestamp) + BigInt(timestampDelta)),
    offset: String(BigInt(firstOffset) + BigInt(offsetDelta)),
    key,
    value,
    headers: readHeaders(buffer, at),
    isControlRecord: batchContext.isControlBatch ?? false,
    batchContext,
  }
}
