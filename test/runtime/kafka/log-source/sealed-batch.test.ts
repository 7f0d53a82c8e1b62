import { deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { recordsOf, walkRecords } from '../../../../runtime/kafka/log-source/log-source.ts'
import { openBatch, type RawBatch, splitBatches } from '../../../../runtime/kafka/log-source/sealed-batch.ts'
import { crc32c, encodeBatch } from '../../../../runtime/kafka/records/record-batch.ts'

const HEAD_BYTES = 61
const LOG_APPEND_TIME = 8
const place = { topic: 'legislog.bills.v1', partition: 3 } as const
const at = 'legislog.bills.v1:3'

const packers = [(bytes: Buffer) => bytes, gzipSync, deflateSync, deflateSync, zstdCompressSync]

/** A batch as a broker stores it, with an offset and any codec of Kafka (two of them cannot be unpacked here). */
async function batchAt(offset: bigint, values: readonly string[], codec = 1): Promise<Buffer> {
  const encoded = await encodeBatch(
    values.map((value) => ({ key: value, value: Buffer.from(value), headers: [{ ce_id: value }] })),
  )
  const batch = Buffer.concat([
    encoded.subarray(0, HEAD_BYTES),
    packers[codec]!(gunzipSync(encoded.subarray(HEAD_BYTES))),
  ])
  batch.writeBigInt64BE(offset, 0)
  batch.writeInt32BE(batch.length - 12, 8)
  batch.writeInt16BE(codec | LOG_APPEND_TIME, 21)
  return seal(batch)
}

function seal(batch: Buffer): Buffer {
  batch.writeUInt32BE(crc32c(batch, 21), 17)
  return batch
}

async function openAll(bytes: Buffer): Promise<RawBatch[]> {
  return Promise.all(splitBatches(at, bytes).map((batch) => openBatch(at, batch)))
}

describe('the batches of the log', () => {
  it('are unpacked with each supported codec: none, gzip, zstd', async () => {
    for (const codec of [0, 1, 4]) {
      const [batch] = await openAll(await batchAt(70n, ['a', 'b'.repeat(100_000), ''], codec))
      expect(recordsOf(place, batch!).map(({ offset, value }) => [offset, value!.length])).toEqual([
        [70n, 1],
        [71n, 100_000],
        [72n, 0],
      ])
    }
  })

  it('with another codec are refused with its name and their place', async () => {
    for (const [codec, name] of [
      [2, 'snappy'],
      [3, 'lz4'],
    ] as const) {
      await expect(openAll(await batchAt(70n, ['a'], codec))).rejects.toMatchObject({
        code: 'log_unreadable',
        message: `${at}: the batch at 70 is packed with ${name}, which this reader does not have`,
      })
    }
  })

  it('are only read as a whole: a batch that is cut at any byte is omitted', async () => {
    const first = await batchAt(0n, ['a', 'b'])
    const second = await batchAt(2n, ['c'])
    const both = Buffer.concat([first, second])
    for (let length = 0; length <= both.length; length++) {
      const whole = length === both.length ? 2 : length >= first.length ? 1 : 0
      expect(splitBatches(at, both.subarray(0, length))).toHaveLength(whole)
    }
  })

  it('are refused if any bit after the checksum differs', async () => {
    const batch = await batchAt(5n, ['value'])
    for (let byte = 21; byte < batch.length; byte++) {
      const broken = Buffer.from(batch)
      broken[byte]! ^= 1 << (byte % 8)
      await expect(openAll(broken)).rejects.toMatchObject({
        code: 'log_unreadable',
        message: `${at}: the batch at 5 does not have the checksum that it was written with`,
      })
    }
  })

  it('are refused if their content does not match their header, although the checksum is right', async () => {
    const batch = await batchAt(5n, ['value'], 0)
    const more = Buffer.from(batch)
    more.writeInt32BE(2, 57)
    for (const broken of [
      more,
      Buffer.from(batch).fill(255, HEAD_BYTES),
      Buffer.from(batch).fill(0, HEAD_BYTES),
    ]) {
      const [opened] = await openAll(seal(broken))
      expect(() => walkRecords(opened!, () => {})).toThrow(/ends after the end of the batch/)
    }
    const packed = await batchAt(5n, ['value'], 1)
    await expect(openAll(seal(packed.fill(1, HEAD_BYTES + 10)))).rejects.toMatchObject({
      message: `${at}: the batch at 5 does not unpack`,
    })
  })

  it('are refused if they have an older format or a stamp of their producer', async () => {
    const old = await batchAt(5n, ['value'])
    old.writeInt8(1, 16)
    await expect(openAll(old)).rejects.toThrow('is of format 1, not 2')
    const stamped = await batchAt(5n, ['value'])
    stamped.writeInt16BE(1, 21)
    await expect(openAll(seal(stamped))).rejects.toThrow('was stamped by its producer')
  })
})
