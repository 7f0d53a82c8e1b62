import { LegislogError } from '../../../schemas/errors.ts'
import type { TopicPartition } from '../client/log-position.ts'
import type { LogRecord } from '../records/log-record.ts'
import { readHeaders } from '../records/record-headers.ts'
import { readKey } from '../records/record-key.ts'
import type { RawBatch } from './sealed-batch.ts'

/** The positions of the parts of a record in the bytes of its batch. */
export type RecordBounds = {
  offset: number
  key_start: number
  key_end: number
  value_start: number
  /** -1 if there is no value. */
  value_end: number
  /** Position of the count of headers. */
  headers_start: number
  headers_end: number
}

/**
 * Visits each record of a batch with its positions. Allocates nothing per record: `visit` gets the same object each
 * time. Throws `log_unreadable`.
 */
export function walkRecords(batch: RawBatch, visit: (at: RecordBounds) => void): void {
  const { bytes, count } = batch
  const baseOffset = Number(batch.base_offset)
  const bounds: RecordBounds = {
    offset: 0,
    key_start: 0,
    key_end: 0,
    value_start: 0,
    value_end: 0,
    headers_start: 0,
    headers_end: 0,
  }
  let at = 0
  /** Signed (zigzag), up to 31 bits: lengths and differences of offsets. */
  const number = (): number => {
    let byte = bytes[at++]!
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      value |= (byte & 127) << shift
    }
    return (value >>> 1) ^ -(value & 1)
  }
  for (let index = 0; index < count; index++) {
    const length = number()
    const end = at + length
    at++ // attributes
    while (bytes[at++]! > 127); // time difference, up to 64 bits
    bounds.offset = baseOffset + number()
    const keyLength = number()
    bounds.key_start = at
    bounds.key_end = at += Math.max(keyLength, 0)
    const valueLength = number()
    bounds.value_start = at
    at += Math.max(valueLength, 0)
    bounds.value_end = valueLength < 0 ? -1 : at
    bounds.headers_start = at
    bounds.headers_end = end
    if (!(length > 0) || at > end || end > bytes.length) {
      throw new LegislogError(
        'log_unreadable',
        `record ${index} of ${count} in the batch at ${batch.base_offset} ends after the end of the batch`,
      )
    }
    visit(bounds)
    at = end
  }
}

/** One record as a reader of the log gives it. Key and value share the memory of the batch. */
export function recordAt(
  bounds: TopicPartition,
  batch: Pick<RawBatch, 'bytes' | 'appended_at'>,
  at: RecordBounds,
): LogRecord {
  const { bytes, appended_at } = batch
  return {
    topic: bounds.topic,
    partition: bounds.partition,
    offset: BigInt(at.offset),
    key: readKey(bytes, at.key_start, at.key_end),
    headers: readHeaders(bytes, at.headers_start),
    value: at.value_end < 0 ? null : bytes.subarray(at.value_start, at.value_end),
    appended_at,
  }
}

/** All records of a batch, as a LogReader gives them. */
export function recordsOf(bounds: TopicPartition, batch: RawBatch): LogRecord[] {
  const records: LogRecord[] = []
  walkRecords(batch, (at) => records.push(recordAt(bounds, batch, at)))
  return records
}
