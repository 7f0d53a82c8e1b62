import { createRequire } from 'node:module'
import type { Message } from 'kafkajs'

type Encoded = { buf: Buffer; offset: number }
type EncodeRecord = (parts: Partial<WithBatch>) => Encoded
type EncodeBatch = (options: { records: readonly (Encoded | Whole)[] }) => Promise<Encoded>
type WithBatch = Message & { readonly batch: Buffer }
/** Takes the place of a record and carries a whole batch. */
type Whole = { readonly batch: Buffer }

const require = createRequire(import.meta.url)
const RECORD_MODULE = 'kafkajs/src/protocol/recordBatch/record/v0'
const BATCH_MODULE = 'kafkajs/src/protocol/recordBatch/v0'

/** An encoded batch (record-batch.ts), as the only message of its partition in a request. */
export function messageOfBatch(partition: number, batch: Buffer): Message {
  const message: WithBatch = { value: null, partition, batch }
  return message
}

/**
 * Makes kafkajs send such a batch unchanged. Its own encoders copy each record six times and take quadratic
 * time to group messages. This must be called before the first request, when kafkajs loads its encoders.
 */
export function passEncodedBatches(): void {
  const { prototype } = require('kafkajs/src/protocol/encoder') as { prototype: object }
  const encodeRecord = require(RECORD_MODULE) as EncodeRecord
  const encoders = require(BATCH_MODULE) as { RecordBatch: EncodeBatch }
  const encodeBatch = encoders.RecordBatch
  const record = (parts: Partial<WithBatch>): Encoded | Whole =>
    parts.batch === undefined ? encodeRecord(parts) : { batch: parts.batch }
  require.cache[require.resolve(RECORD_MODULE)]!.exports = record
  encoders.RecordBatch = async (options) => {
    const [first] = options.records
    if (first === undefined || !('batch' in first)) return encodeBatch(options)
    return Object.assign(Object.create(prototype) as object, { buf: first.batch, offset: first.batch.length })
  }
}
