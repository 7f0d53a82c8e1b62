import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { LegislogError } from '../../../schemas/errors.ts'
import { crc32c } from '../records/record-batch.ts'
import type { AbortedTransaction } from './fetch-response.ts'

/** A batch in its form in the log: a head, then records that may be compressed. Format v2 (magic 2). */
export type SealedBatch = {
  readonly base_offset: bigint
  /** The offset after its last record. */
  readonly next: bigint
  readonly attributes: number
  readonly producer_id: bigint
  readonly bytes: Buffer
}

/** Records of one batch in Kafka's format v2, decompressed. */
export type RawBatch = {
  readonly base_offset: bigint
  readonly count: number
  /** The broker's time, ms. */
  readonly appended_at: number
  readonly bytes: Buffer
  /** Their memory contains nothing else. */
  readonly owns_bytes: boolean
}

const LENGTH_AT = 8
const MAGIC_AT = 16
const CRC_AT = 17
const AFTER_CRC_AT = 21
const LAST_OFFSET_DELTA_AT = 23
const MAX_TIMESTAMP_AT = 35
const PRODUCER_ID_AT = 43
const COUNT_AT = 57
const RECORDS_AT = 61
/** Bytes that the length of a batch does not count. */
const BEFORE_LENGTH_COUNTS = 12

const CODEC_MASK = 7
const LOG_APPEND_TIME = 8
const TRANSACTIONAL = 16
const CONTROL = 32

/** A batch of 5 MB (topicConfig) does not unpack to more: JSON compresses to a tenth, rarely to a hundredth. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024

/** Splits a response into whole batches. The last one may be cut off; then it is left out. */
export function splitBatches(topicPartition: string, bytes: Buffer): SealedBatch[] {
  const batches: SealedBatch[] = []
  for (let at = 0; at + RECORDS_AT <= bytes.length; ) {
    const baseOffset = bytes.readBigInt64BE(at)
    const magic = bytes.readInt8(at + MAGIC_AT)
    if (magic !== 2) throw unreadable(topicPartition, baseOffset, `is of format ${magic}, not 2`)
    const end = at + BEFORE_LENGTH_COUNTS + bytes.readInt32BE(at + LENGTH_AT)
    if (end < at + RECORDS_AT) throw unreadable(topicPartition, baseOffset, 'is shorter than its head')
    if (end > bytes.length) break
    batches.push({
      base_offset: baseOffset,
      next: baseOffset + BigInt(bytes.readInt32BE(at + LAST_OFFSET_DELTA_AT)) + 1n,
      attributes: bytes.readInt16BE(at + AFTER_CRC_AT),
      producer_id: bytes.readBigInt64BE(at + PRODUCER_ID_AT),
      bytes: bytes.subarray(at, end),
    })
    at = end
  }
  return batches
}

/** Leaves out transaction markers and records of aborted transactions. We write none, but another producer might. */
export function leaveOutAborted(
  batches: readonly SealedBatch[],
  aborted: readonly AbortedTransaction[],
): SealedBatch[] {
  if (aborted.length === 0) return batches.filter(({ attributes }) => (attributes & CONTROL) === 0)
  const waiting = aborted.toSorted((a, b) => Number(a.first_offset - b.first_offset))
  const failed = new Set<bigint>()
  return batches.filter(({ next, attributes, producer_id }) => {
    while (waiting.length > 0 && waiting[0]!.first_offset < next) failed.add(waiting.shift()!.producer_id)
    if ((attributes & CONTROL) !== 0) {
      failed.delete(producer_id)
      return false
    }
    return (attributes & TRANSACTIONAL) === 0 || !failed.has(producer_id)
  })
}

/** Checks a batch against its checksum and unpacks it. Throws `log_unreadable`. */
export async function openBatch(topicPartition: string, batch: SealedBatch): Promise<RawBatch> {
  const { base_offset, attributes, bytes } = batch
  if (crc32c(bytes, AFTER_CRC_AT) !== bytes.readUInt32BE(CRC_AT)) {
    throw unreadable(topicPartition, base_offset, 'does not have the checksum that it was written with')
  }
  if ((attributes & LOG_APPEND_TIME) === 0) {
    throw unreadable(topicPartition, base_offset, 'was stamped by its producer, not by the broker')
  }
  return unpackBatch(topicPartition, batch, Number(bytes.readBigInt64BE(MAX_TIMESTAMP_AT)))
}

/**
 * Unpacks a batch without checking it. Its append time is real only if the bytes come from a broker. Throws
 * `log_unreadable`.
 */
export async function unpackBatch(
  topicPartition: string,
  { base_offset, bytes }: Pick<SealedBatch, 'base_offset' | 'bytes'>,
  appendedAt: number,
): Promise<RawBatch> {
  const attributes = bytes.readInt16BE(AFTER_CRC_AT)
  const unpack = codecs[attributes & CODEC_MASK]
  if (unpack === undefined) {
    throw unreadable(
      topicPartition,
      base_offset,
      `is packed with ${codecName(attributes)}, which this reader does not have`,
    )
  }
  try {
    const unpacked = await unpack(bytes.subarray(RECORDS_AT))
    return {
      base_offset,
      count: bytes.readInt32BE(COUNT_AT),
      appended_at: appendedAt,
      bytes: unpacked,
      owns_bytes: unpacked.buffer !== bytes.buffer && unpacked.length > Buffer.poolSize,
    }
  } catch (error) {
    throw unreadable(topicPartition, base_offset, 'does not unpack', error)
  }
}

/**
 * Frees the memory of a batch that is no longer used; its bytes are gone then. Otherwise each 64 MB of them start a
 * full garbage collection, which takes a tenth of the time of a load.
 */
export function releaseBuffer({ bytes, owns_bytes }: RawBatch): void {
  if (owns_bytes && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0)
}

export function unreadable(
  topicPartition: string,
  offset: bigint,
  what: string,
  cause?: unknown,
): LegislogError {
  return new LegislogError('log_unreadable', `${topicPartition}: the batch at ${offset} ${what}`, { cause })
}

type Unpack = (packed: Buffer) => Buffer | Promise<Buffer>

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const zstdDecompress = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)
const codecNames = ['none', 'gzip', 'snappy', 'lz4', 'zstd']

const codecs: Readonly<Record<number, Unpack>> = {
  0: (packed) => packed,
  1: unpackGzip,
  4: (packed) => zstdDecompress(packed, { chunkSize: 1024 * 1024, maxOutputLength: MAX_UNPACKED_BYTES }),
}

/** The last four bytes give the unpacked size, so that one call is enough; zlib's default of 16 KB would take many. */
function unpackGzip(packed: Buffer): Promise<Buffer> {
  const bytes = packed.readUInt32LE(packed.length - 4)
  const chunkSize = Math.max(1024, Math.min(bytes + 1, MAX_UNPACKED_BYTES))
  return gunzip(packed, { chunkSize, maxOutputLength: MAX_UNPACKED_BYTES })
}

function codecName(attributes: number): string {
  const codec = attributes & CODEC_MASK
  return codecNames[codec] ?? `codec ${codec}`
}
