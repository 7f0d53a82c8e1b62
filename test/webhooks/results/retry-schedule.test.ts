import { describe, expect, it } from 'vitest'
import { delayBeforeAttempt, maxAttempts } from '../../../webhooks/results/retry-schedule.ts'

describe('retries', () => {
  it('are ten attempts over 75 hours and 35 minutes', () => {
    const waits = Array.from(
      { length: maxAttempts },
      (_, made) => delayBeforeAttempt(made, 0.5, undefined) ?? 0,
    )
    expect(waits.map((wait_ms) => wait_ms / 1000)).toEqual([
      0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ])
    expect(delayBeforeAttempt(10, 0.5, undefined)).toBeUndefined()
  })

  it('spread by a fifth both ways, so that endpoints that failed together come back apart', () => {
    expect(delayBeforeAttempt(2, 0, undefined)).toBe(240_000)
    expect(delayBeforeAttempt(2, 1, undefined)).toBe(360_000)
  })

  it('wait at least as long as the receiver asks, and a day at most', () => {
    expect(delayBeforeAttempt(1, 0.5, 3_600_000)).toBe(3_600_000)
    expect(delayBeforeAttempt(3, 0.5, 1_000)).toBe(1_800_000)
    expect(delayBeforeAttempt(1, 0.5, 10 * 86_400_000)).toBe(86_400_000)
  })
})
