import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FoundByVectors, fuseFound } from '../../../../api/read-model/ask/fuse-rankings.ts'
import { cosineOf } from '../../../../derive/vectors/quantized-vector.ts'

const question = Int8Array.of(127, 0, 0)
const bill = (id: number, ...numbers: readonly number[]): FoundByVectors => {
  const codes = Int8Array.from(numbers)
  return { id, codes, cosine: cosineOf(question, codes) }
}
const idsOf = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id)

it('a bill with all words of the question comes before one that is a little nearer in meaning', () => {
  const vectors = [bill(1, 100, 20, 0), bill(2, 100, 35, 0)]
  expect(idsOf(fuseFound({ words: [], vectors, others: [] }))).toEqual([1, 2])
  const fused = fuseFound({ words: [{ id: 2, share: 1 }], vectors, others: [] })
  expect(fused).toEqual([
    { id: 2, ranks: { words: 1, vectors: 2 } },
    { id: 1, ranks: { words: null, vectors: 1 } },
  ])
  expect(idsOf(fuseFound({ words: [{ id: 2, share: 0.2 }], vectors, others: [] }))).toEqual([1, 2])
})

it('a bill that only words found is compared by its vector too', () => {
  const words = [
    { id: 8, share: 0.5 },
    { id: 9, share: 0.5 },
  ]
  const fused = fuseFound({ words, vectors: [bill(1, 100, 0, 0)], others: [bill(9, 90, 50, 0)] })
  expect(idsOf(fused)).toEqual([1, 9, 8])
  expect(fused[1]).toEqual({ id: 9, ranks: { words: 2, vectors: null } })
})

it('a bill that is like the best ones rises', () => {
  const best = [1, 2, 3, 4, 5].map((id) => bill(id, 100, 30, 0))
  const found = [...best, bill(6, 80, 0, 61), bill(7, 80, 62, 0)]
  expect(found[5]!.cosine).toBeGreaterThan(found[6]!.cosine)
  expect(idsOf(fuseFound({ words: [], vectors: found, others: [] }))).toEqual([1, 2, 3, 4, 5, 7, 6])
})

it('words alone stay as they are, and every bill comes once', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 30 })
  fc.assert(
    fc.property(ids, ids, (first, second) => {
      const words = first.map((id, at) => ({ id, share: 1 / (at + 1) }))
      expect(idsOf(fuseFound({ words, vectors: [], others: [] }))).toEqual(first)
      const vectors = second.map((id) => bill(id, (id % 100) + 1, id % 7, 3))
      const fused = idsOf(fuseFound({ words, vectors, others: [] }))
      expect([...fused].sort()).toEqual([...new Set([...first, ...(second.length > 0 ? second : [])])].sort())
    }),
  )
})
