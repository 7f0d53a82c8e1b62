import { describe, expect, it } from 'vitest'
import { readKey } from '../../../../runtime/kafka/records/record-key.ts'

describe('the key of a message', () => {
  it('is its text in any alphabet', () => {
    for (const key of ['ocd-bill/7', '', 'añasco', 'ocd-name/日本', 'with \uFFFD in it'])
      expect(readKey(Buffer.from(key))).toBe(key)
    expect(readKey(Buffer.from('before ocd-bill/7 behind'), 7, 17)).toBe('ocd-bill/7')
  })

  it('is a short replacement text if no store can accept the key', () => {
    const keys = [
      Buffer.from([0xff]),
      Buffer.from([0xfe]),
      Buffer.from('ocd-bill/7\u0000'),
      Buffer.from('ocd-bill/7\n'),
      Buffer.from('k'.repeat(100_000)),
      Buffer.from('k'.repeat(100_001)),
      Buffer.from('😀'.repeat(400)),
    ].map((bytes) => readKey(bytes))
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of keys) {
      expect(key.length).toBeLessThan(250)
      expect([...key].every((one) => one >= ' ')).toBe(true)
      expect(key.isWellFormed()).toBe(true)
    }
    expect(keys[2]).toMatch(/^ocd-bill\/7\uFFFD… \(11 bytes, sha256 [0-9a-f]{64}\)$/)
  })
})
