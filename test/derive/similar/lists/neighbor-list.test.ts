import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Neighbor } from '../../../../derive/similar/index/bill-index.ts'
import { bestNeighbors, withNeighbors } from '../../../../derive/similar/lists/neighbor-list.ts'

const limits = { most: 6, of_a_jurisdiction: 2 }
const neighbors = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 100 }),
    jurisdiction: fc.constantFrom('ak', 'wa', 'or', 'ny', 'tx'),
    score: fc.integer({ min: 1, max: 12 }),
    cosine: fc.constant(null),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)

describe('a list of neighbors', () => {
  it('has the best of each jurisdiction, best first, up to its limits', () => {
    const of = (id: number, jurisdiction: string, score: number): Neighbor => ({
      id,
      jurisdiction,
      score,
      cosine: null,
    })
    const best = bestNeighbors([of(4, 'wa', 5), of(1, 'wa', 9), of(3, 'wa', 7), of(2, 'ny', 7)], limits)
    expect(best.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('is the same whether bills come together or one after another, in any order', () => {
    fc.assert(
      fc.property(neighbors, fc.integer({ min: 1, max: 5 }), (all, at_once) => {
        let list: readonly Neighbor[] = []
        for (let at = 0; at < all.length; at += at_once) {
          list = withNeighbors(list, all.slice(at, at + at_once), limits)
        }
        expect(list).toEqual(bestNeighbors(all, limits))
      }),
    )
  })
})
