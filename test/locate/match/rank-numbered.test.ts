import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberReadings } from '../../../locate/address/house-number.ts'
import type { Candidate } from '../../../locate/match/candidate.ts'
import { rankCandidates, rankNumbered } from '../../../locate/match/rank.ts'
import { readingsOf, side } from './candidates.ts'

describe('candidates with the number alone', () => {
  const ranges = fc.record({
    street: fc.constantFrom(
      'Main St',
      'Main Ave',
      'N Main St',
      'Main St N',
      'Maine St',
      'Hwy 50',
      'US Hwy 50',
    ),
    numbers: fc.constantFrom<readonly [string, string] | null>(
      ['100', '198'],
      ['101', '199'],
      ['34-10', '34-98'],
      null,
    ),
    parity: fc.constantFrom('E' as const, 'O' as const, 'B' as const),
    zip5: fc.constantFrom('89501', '89502', null),
    place: fc.constantFrom('Reno', 'Sparks', null),
    tlid: fc.integer({ min: 1, max: 5 }),
  })
  const texts = fc.constantFrom(
    '120 Main St, Reno, NV 89501',
    '120 Main St, Reno, NV',
    '121 N Main, Reno, NV 89502',
    '120 Main St 89501',
    '34-12 Main St, Sparks, NV 89501',
    '3412 Main St, Reno, NV',
    '120 Hwy 50, Reno, NV 89501',
  )
  /** As the statement compares them: the number in the range, whatever its parity. */
  const hasNumber = (text: string, { prefix, low, high }: Candidate) =>
    readingsOf(text).some(
      ({ number }) =>
        number !== null &&
        numberReadings(number).some(
          (each) => each.prefix === prefix && low !== null && low <= each.value && each.value <= high!,
        ),
    )

  it('decide an address only as all candidates together do', () => {
    let decided = 0
    fc.assert(
      fc.property(texts, fc.array(ranges, { maxLength: 8 }), (text, parts) => {
        const all = parts.map((each) => side(each))
        const ranked = rankNumbered(
          readingsOf(text),
          all.filter((each) => hasNumber(text, each)),
        )
        if (ranked === null) return
        decided += 1
        expect(ranked).toEqual(rankCandidates(readingsOf(text), all))
      }),
      { numRuns: 600 },
    )
    expect(decided).toBeGreaterThan(50)
  })
})
