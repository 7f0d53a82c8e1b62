import { LegislogError } from '../../schemas/errors.ts'
import type { Place } from '../log-reader/position-check.ts'
import type { LogRecord } from '../log-record.ts'
import { readHeaders } from '../record-headers.ts'
import { readKey } from '../record-key.ts'
import type { RawBatch } from './sealed-batch.ts'

/** Where the parts of a record lie in the bytes of its batch. */
export type RecordPlace = {
  offset: number
  key_start: number
  key_end: number
  value_start: number
  /** -1 where there is no value. */
  value_end: number
  /** At the count of headers. */
  headers_start: number
  headers_end: number
}

/**
 * Shows where each record of a batch lies. Allocates nothing for a record: `visit` gets the same object each time. Throws
 * `log_unreadable`.
 */
export function walkRecords(batch: RawBatch, visit: (at: RecordPlace) => void): void {
  const { bytes, count } = batch
  const base_offset = Number(batch.base_offset)
  const place: RecordPlace = {
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
    while (bytes[at++]! > 127); // difference of times, of up to 64 bits
    place.offset = base_offset + number()
    const key_length = number()
    place.key_start = at
    place.key_end = at += Math.max(key_length, 0)
    const value_length = number()
    place.value_start = at
    at += Math.max(value_length, 0)
    place.value_end = value_length < 0 ? -1 : at
    place.headers_start = at
    place.headers_end = end
    if (!(length > 0) || at > end || end > bytes.length) {
      throw new LegislogError(
        'log_unreadable',
        `record ${index} of ${count} in the batch at ${batch.base_offset} does not fit into its bytes`,
      )
    }
    visit(place)
    at = end
  }
}

/** One record as a reader of the log gives it. Key and value share the memory of the batch. */
export function recordAt(
  place: Place,
  batch: Pick<RawBatch, 'bytes' | 'appended_at'>,
  at: RecordPlace,
): LogRecord {
  const { bytes, appended_at } = batch
  return {
    topic: place.topic,
    partition: place.partition,
    offset: BigInt(at.offset),
    key: readKey(bytes, at.key_start, at.key_end),
    headers: readHeaders(bytes, at.headers_start),
    value: at.value_end < 0 ? null : bytes.subarray(at.value_start, at.value_end),
    appended_at,
  }
}

/** All of a batch: what a LogReader gives of the same messages. */
export function recordsOf(place: Place, batch: RawBatch): LogRecord[] {
  const records: LogRecord[] = []
  walkRecords(batch, (at) => records.push(recordAt(place, batch, at)))
  return records
}
