import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BillIndex, type BillProfile, type Neighbor } from '../../../../derive/similar/index/bill-index.ts'
import { scaled, scoreOf, thresholds } from '../../../../derive/similar/index/scores.ts'
import { cosineOf } from '../../../../derive/vectors/quantized-vector.ts'
import { DIMENSIONS, profile } from '../../../support/derive/bill-profiles.ts'

const some = (has_vectors: boolean) =>
  fc.uniqueArray(profile(fc.integer({ min: 1, max: 10_000 }), { has_vectors }), {
    selector: ({ bill_id }) => bill_id,
    minLength: 2,
    maxLength: 30,
  })

const indexOf = (bills: readonly BillProfile[], dimensions: number): BillIndex => {
  const index = new BillIndex(dimensions)
  for (const bill of bills) index.set(bill)
  return index
}

const sorted = (found: readonly Neighbor[]) => found.toSorted((one, other) => one.id - other.id)

/** The cosine of the words, as plainly as possible. */
function wordsOf(one: BillProfile, other: BillProfile): number {
  const length = ({ words }: BillProfile) => words.weights.reduce((sum, weight) => sum + weight * weight, 0)
  const product = one.words.terms.reduce((sum, term, at) => {
    const place = other.words.terms.indexOf(term)
    return sum + (place < 0 ? 0 : one.words.weights[at]! * other.words.weights[place]!)
  }, 0)
  return product === 0 ? 0 : product / Math.sqrt(length(one) * length(other))
}

describe('an index of bills', () => {
  it('finds by words alone exactly the bills that are near enough', () => {
    fc.assert(
      fc.property(some(false), (bills) => {
        const [first] = bills
        const expected = bills
          .filter((bill) => bill !== first && bill.is_thin === first!.is_thin)
          .map((bill) => ({ bill, score: scaled(wordsOf(first!, bill)) }))
          .filter(({ score }) => score >= thresholds.words.least)
          .map(({ bill, score }) => ({
            id: bill.bill_id,
            jurisdiction: bill.jurisdiction,
            score,
            cosine: null,
          }))
        expect(sorted(indexOf(bills, 0).similarTo(first!.bill_id))).toEqual(sorted(expected))
      }),
    )
  })

  it('scores a pair by its words and its vectors', () => {
    fc.assert(
      fc.property(some(true), (bills) => {
        const byId = new Map(bills.map((bill) => [bill.bill_id, bill]))
        const [first] = bills
        for (const { id, score, cosine } of indexOf(bills, DIMENSIONS).similarTo(first!.bill_id)) {
          const other = byId.get(id)!
          const vectors = cosineOf(first!.codes!, other.codes!)
          expect(score).toBe(scoreOf(wordsOf(first!, other), vectors))
          expect(cosine).toBe(scaled(vectors))
        }
      }),
    )
  })

  it('gives a pair the same score from both sides, also after changes', () => {
    fc.assert(
      fc.property(some(true), fc.nat(), (bills, seed) => {
        const index = indexOf(bills, DIMENSIONS)
        const removed = bills[seed % bills.length]!
        index.remove(removed.bill_id)
        index.set({ ...removed, is_thin: !removed.is_thin })
        for (const { bill_id } of bills) {
          for (const { id, score } of index.similarTo(bill_id)) {
            expect(index.similarTo(id).find((one) => one.id === bill_id)?.score).toBe(score)
          }
        }
      }),
    )
  })

  it('forgets a removed bill', () => {
    const words = { terms: ['bee'], weights: [255] }
    const bill = { jurisdiction: 'wa', is_thin: false, words, codes: null }
    const index = indexOf(
      [1, 2, 3].map((bill_id) => ({ bill_id, ...bill })),
      0,
    )
    index.remove(2)
    expect(index.similarTo(1).map(({ id }) => id)).toEqual([3])
    expect(index.similarTo(2)).toEqual([])
    expect(index.size).toBe(2)
  })

  it('takes no more memory if bills are replaced again and again, and finds the same', () => {
    fc.assert(
      fc.property(some(true), (bills) => {
        const plain = indexOf(bills, DIMENSIONS)
        const index = indexOf(bills, DIMENSIONS)
        for (let time = 0; time < 1_100; time += 1) index.set(bills[time % 2]!)
        expect(index.rows).toBeLessThan(1_100)
        for (const { bill_id } of bills) {
          expect(sorted(index.similarTo(bill_id))).toEqual(sorted(plain.similarTo(bill_id)))
        }
      }),
      { numRuns: 20 },
    )
  })
})
