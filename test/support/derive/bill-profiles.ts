import fc from 'fast-check'
import type { BillProfile } from '../../../derive/similar/index/bill-index.ts'
import { normalized } from '../../../derive/vectors/embedder.ts'
import { quantized } from '../../../derive/vectors/quantized-vector.ts'

export const DIMENSIONS = 16
const TERMS = ['bee', 'water', 'tax', 'school', 'meal', 'road', 'court', 'vote']
const PLACES = ['ak', 'wa', 'or', 'ny']

const words = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TERMS), fc.integer({ min: 20, max: 180 })), {
    selector: ([term]) => term,
    maxLength: 5,
  })
  .map((pairs) => ({ terms: pairs.map(([term]) => term), weights: pairs.map(([, weight]) => weight) }))

const codes = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => quantized(normalized(values)))

/** Random bills that are often similar. */
export const profile = (
  ids: fc.Arbitrary<number>,
  { has_vectors }: { readonly has_vectors: boolean },
): fc.Arbitrary<BillProfile> =>
  fc.record({
    bill_id: ids,
    jurisdiction: fc.constantFrom(...PLACES),
    is_thin: fc.boolean(),
    words,
    codes: has_vectors ? codes : fc.constant(null),
  })
