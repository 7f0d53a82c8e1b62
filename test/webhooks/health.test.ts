import { describe, expect, it } from 'vitest'
import { type Health, healthAfter, isDead } from '../../webhooks/health.ts'

const day_ms = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')
const at = (days: number) => new Date(start + days * day_ms)
const failure = (days: number) => ({ outcome: 'retry', at: at(days) }) as const
const healthy: Health = {
  failures_in_row: 0,
  first_failure_at: undefined,
  last_failure_at: undefined,
  last_success_at: at(-1),
}

describe('the health of an endpoint', () => {
  it('survives thousands of failures in minutes', () => {
    const minutes = Array.from({ length: 5_000 }, (_, index) => failure(index / 500_000))
    expect(isDead(healthAfter(healthy, minutes))).toBe(false)
  })

  it('survives a few failures over weeks', () => {
    expect(isDead(healthAfter(healthy, [failure(0), failure(10), failure(20)]))).toBe(false)
  })

  it('is given up after ten failures over five days without one success', () => {
    const days = Array.from({ length: 11 }, (_, index) => failure(index / 2))
    expect(isDead(healthAfter(healthy, days.slice(0, 10)))).toBe(false)
    expect(isDead(healthAfter(healthy, days))).toBe(true)
  })

  it('is cleared by any success', () => {
    const days = Array.from({ length: 11 }, (_, index) => failure(index / 2))
    const after = healthAfter(healthy, [...days, { outcome: 'delivered', at: at(6) }])
    expect(after).toEqual({
      failures_in_row: 0,
      first_failure_at: undefined,
      last_failure_at: undefined,
      last_success_at: at(6),
    })
    expect(isDead(healthAfter(after, [failure(7)]))).toBe(false)
  })
})
