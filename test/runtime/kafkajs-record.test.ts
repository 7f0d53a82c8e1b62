import { describe, expect, it } from 'vitest'
import { type EncodedRecord, encodeRecord, kafkajsEncodeRecord } from '../../runtime/kafkajs-record.ts'

const bytesOf = ({ buf, offset }: EncodedRecord) => buf.subarray(0, offset)

describe('a record', () => {
  it('has the bytes that kafkajs gives it, whatever its sizes', () => {
    const texts = ['', 'é', 'ocd-bill/1', 'x'.repeat(63), 'x'.repeat(64), 'ñ'.repeat(5_000), '🏛'.repeat(9)]
    for (const [index, text] of texts.entries()) {
      for (const value of [Buffer.from(text), text, null, Buffer.alloc(1_100_000, 7)]) {
        for (const headers of [
          {},
          { ce_id: text },
          { ce_id: 'a', ce_subject: text, raw: Buffer.from(text) },
        ]) {
          const parts = { offsetDelta: index * 50, key: text, value, headers }
          expect(bytesOf(encodeRecord(parts)).equals(bytesOf(kafkajsEncodeRecord(parts)))).toBe(true)
        }
      }
    }
  })

  it('with what we never send is left to kafkajs', () => {
    for (const parts of [
      { key: 'k', value: 'v', timestampDelta: 70_000 },
      { key: 'k', value: 'v', headers: { twice: ['a', 'b'] } },
      { key: null, value: 'v' },
    ]) {
      expect(bytesOf(encodeRecord(parts)).equals(bytesOf(kafkajsEncodeRecord(parts)))).toBe(true)
    }
  })
})
