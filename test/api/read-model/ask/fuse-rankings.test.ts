import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuseRankings } from '../../../../api/read-model/ask/fuse-rankings.ts'

it('a bill that both methods found comes before those that one found at the same place', () => {
  const fused = fuseRankings({ words: [1, 2, 3], vectors: [4, 2, 5] })
  expect(fused.map(({ id }) => id)).toEqual([2, 4, 5, 1, 3])
  expect(fused[0]).toEqual({ id: 2, ranks: { words: 2, vectors: 2 } })
  expect(fused[1]).toEqual({ id: 4, ranks: { words: null, vectors: 1 } })
})

it('one ranking alone stays as it is, and every bill comes once', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 30 })
  fc.assert(
    fc.property(ids, ids, (words, vectors) => {
      expect(fuseRankings({ words }).map(({ id }) => id)).toEqual(words)
      expect(fuseRankings({ vectors }).map(({ id }) => id)).toEqual(vectors)
      const fused = fuseRankings({ words, vectors }).map(({ id }) => id)
      expect([...fused].sort()).toEqual([...new Set([...words, ...vectors])].sort())
    }),
  )
})
