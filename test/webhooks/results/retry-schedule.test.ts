import { describe, expect, it } from 'vitest'
import { delayBeforeAttempt, maxAttempts } from '../../../webhooks/results/retry-schedule.ts'

describe('the retry schedule', () => {
  it('has ten attempts over 75 hours and 35 minutes', () => {
    const waits = Array.from(
      { length: maxAttempts },
      (_, made) => delayBeforeAttempt(made, 0.5, undefined) ?? 0,
    )
    expect(waits.map((wait_ms) => wait_ms / 1000)).toEqual([
      0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ])
    expect(delayBeforeAttempt(10, 0.5, undefined)).toBeUndefined()
  })

  it('varies by a fifth both ways, so endpoints that failed together come back at different times', () => {
    expect(delayBeforeAttempt(2, 0, undefined)).toBe(240_000)
    expect(delayBeforeAttempt(2, 1, undefined)).toBe(360_000)
  })

  it('waits at least as long as Retry-After says, and a day at most', () => {
    expect(delayBeforeAttempt(1, 0.5, 3_600_000)).toBe(3_600_000)
    expect(delayBeforeAttempt(3, 0.5, 1_000)).toBe(1_800_000)
    expect(delayBeforeAttempt(1, 0.5, 10 * 86_400_000)).toBe(86_400_000)
  })
})
