import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VectorRows } from '../../../../derive/similar/index/vector-rows.ts'
import { cosineOf, countBits, packSigns } from '../../../../derive/vectors/quantized-vector.ts'
import { assembleKernel, kernelFile } from '../../../support/derive/assemble-kernel.ts'

const vectors = fc
  .integer({ min: 1, max: 200 })
  .chain((dimensions) =>
    fc.array(fc.int8Array({ minLength: dimensions, maxLength: dimensions }), { minLength: 1, maxLength: 12 }),
  )

const differing = (one: Int8Array, other: Int8Array): number => {
  const [a, b] = [packSigns(one), packSigns(other)]
  return a.reduce((sum, word, at) => sum + countBits(word ^ b[at]!), 0)
}

describe('the kernel', () => {
  it('is what its source says', async () => {
    expect(Buffer.from(await assembleKernel()).equals(await readFile(kernelFile))).toBe(true)
  })

  it('finds the rows whose signs differ little, and multiplies rows exactly', () => {
    fc.assert(
      fc.property(vectors, fc.nat(200), (rows, mostSigns) => {
        const index = new VectorRows(rows[0]!.length)
        for (const [row, codes] of rows.entries()) index.set(row, codes)
        const found: number[] = []
        index.near(0, rows.length, mostSigns, (row) => found.push(row))
        const expected = rows.flatMap((codes, row) => (differing(rows[0]!, codes) <= mostSigns ? [row] : []))
        expect(found).toEqual(expected)
        for (const [row, codes] of rows.entries())
          expect(index.cosine(0, row)).toBe(cosineOf(rows[0]!, codes))
      }),
    )
  })

  it('reads rows of several blocks', () => {
    const index = new VectorRows(3)
    const rows = 70_000
    for (let row = 0; row < rows; row += 1) index.set(row, Int8Array.of(1, row % 1_000 === 7 ? 1 : -1, -1))
    const found: number[] = []
    index.near(7, rows, 0, (row) => found.push(row))
    expect(found).toEqual(Array.from({ length: 70 }, (_, at) => at * 1_000 + 7))
    expect(index.cosine(7, 69_007)).toBeCloseTo(1)
  })
})
