import type { LogBatch, LogRecord } from '../kafka/log-reader/log-reader.ts'
import type { HeaderValue } from '../kafka/records/log-record.ts'

/** Turns stored messages into a batch of the log: each is a slice of its own. */
export const batchOf = (records: readonly LogRecord[]): LogBatch => ({
  epoch: 0,
  slices: records.map((record) => {
    const { topic, partition, offset } = record
    return { topic, partition, from: offset, to: offset + 1n, records: [record] }
  }),
})

/** The text of a header. undefined if it is missing or repeated. */
export function headerText(value: HeaderValue): string | undefined {
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  return typeof value === 'string' ? value : undefined
}
