import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalized } from '../../../derive/vectors/embedder.ts'
import {
  cosineOf,
  countBits,
  packSigns,
  quantized,
  signText,
} from '../../../derive/vectors/quantized-vector.ts'

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 48, maxLength: 48 })
  .filter((values) => Math.hypot(...values) > 0.5)
  .map(normalized)

describe('a quantized vector', () => {
  it('has nearly the same cosine with another as the vectors have', () => {
    fc.assert(
      fc.property(vector, vector, (one, other) => {
        const exact = one.reduce((sum, value, at) => sum + value * other[at]!, 0)
        expect(Math.abs(cosineOf(quantized(one), quantized(other)) - exact)).toBeLessThan(0.02)
      }),
    )
  })

  it('has the same cosine from both sides', () => {
    fc.assert(
      fc.property(vector, vector, (one, other) => {
        const [first, second] = [quantized(one), quantized(other)]
        expect(cosineOf(first, second)).toBe(cosineOf(second, first))
      }),
    )
  })

  it('has a cosine of 0 if it is empty', () => {
    const empty = quantized(new Float32Array(4))
    expect(cosineOf(empty, Int8Array.of(1, 2, 3, 4))).toBe(0)
  })

  it('has the same signs in memory and in Postgres', () => {
    fc.assert(
      fc.property(vector, (one) => {
        const codes = quantized(one)
        const packed = packSigns(codes)
        const bits = Array.from(codes, (_, at) => (packed[at >>> 5]! >>> (at & 31)) & 1).join('')
        expect(bits).toBe(signText(codes))
        const count = packed.reduce((sum, word) => sum + countBits(word), 0)
        expect(count).toBe(signText(codes).replaceAll('0', '').length)
      }),
    )
  })
})
