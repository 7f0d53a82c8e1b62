import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoff_ms } from '../../runtime/backoff.ts'

const backoff = { first_ms: 100, longest_ms: 2_000 }

describe('a pause after failures', () => {
  it('doubles with each failure, up to the longest', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 60, 2_000].map((failures) => backoff_ms(backoff, failures, 0.5))
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000])
  })

  it('varies at random within its share, so callers come back at different times', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), share, share, (failures, jitter, random) => {
        const middle_ms = backoff_ms({ ...backoff, jitter: 0 }, failures)
        const pause_ms = backoff_ms({ ...backoff, jitter }, failures, random)
        expect(Math.abs(pause_ms - middle_ms)).toBeLessThanOrEqual(middle_ms * jitter + 1)
      }),
    )
    expect(backoff_ms(backoff, 1, 0)).toBe(75)
    expect(backoff_ms(backoff, 1, 1)).toBe(125)
  })
})
