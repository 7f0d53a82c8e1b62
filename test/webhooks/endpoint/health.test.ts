import { describe, expect, it } from 'vitest'
import {
  type Health,
  type HealthEvent,
  healthAfter,
  holdOf,
  isBeyondRecovery,
  warningDue,
} from '../../../webhooks/endpoint/health.ts'

const day_ms = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')
const at = (days: number) => new Date(start + days * day_ms)
const event = (outcome: HealthEvent['outcome'], days: number, retry_after_ms?: number): HealthEvent => ({
  outcome,
  at: at(days),
  duration_ms: 0,
  retry_after_ms,
  counts_against: 'endpoint',
  is_counted: false,
})
const failure = (days: number) => event('retry', days)
const healthy: Health = {
  failures_in_row: 0,
  first_failure_at: undefined,
  last_failure_at: undefined,
  last_success_at: at(-1),
  warned_hours: 0,
  wait_until: undefined,
}

describe('the health of an endpoint', () => {
  it('allows thousands of failures in minutes', () => {
    const minutes = Array.from({ length: 5_000 }, (_, index) => failure(index / 500_000))
    expect(isBeyondRecovery(healthAfter(healthy, minutes))).toBe(false)
  })

  it('allows a few failures over weeks', () => {
    expect(isBeyondRecovery(healthAfter(healthy, [failure(0), failure(10), failure(20)]))).toBe(false)
  })

  it('disables the endpoint after ten failures over five days without one success', () => {
    const days = Array.from({ length: 11 }, (_, index) => failure(index / 2))
    expect(isBeyondRecovery(healthAfter(healthy, days.slice(0, 10)))).toBe(false)
    expect(isBeyondRecovery(healthAfter(healthy, days))).toBe(true)
  })

  it('is reset by any success', () => {
    const days = Array.from({ length: 11 }, (_, index) => failure(index / 2))
    const after = healthAfter(healthy, [...days, event('delivered', 6)])
    expect(after).toEqual({
      failures_in_row: 0,
      first_failure_at: undefined,
      last_failure_at: undefined,
      last_success_at: at(6),
      warned_hours: 0,
      wait_until: undefined,
    })
    expect(isBeyondRecovery(healthAfter(after, [failure(7)]))).toBe(false)
  })

  it('ignores failures on our side, except for a short pause', () => {
    const ours = (days: number): HealthEvent => ({
      ...event('retry', days, 5_000),
      counts_against: 'delivery',
    })
    const days = Array.from({ length: 30 }, (_, index) => ours(index))
    const after = healthAfter(healthy, days)
    expect(after).toEqual({ ...healthy, wait_until: new Date(at(29).getTime() + 5_000) })
    const failing = healthAfter(healthy, [failure(0), failure(1)])
    expect(healthAfter(failing, [ours(2)])).toMatchObject({ failures_in_row: 2, last_failure_at: at(1) })
  })

  it('counts requests that fail while in flight together as one failure', () => {
    const together = [failure(0), { ...failure(0), is_counted: true }, { ...failure(0), is_counted: true }]
    const after = healthAfter(healthy, together)
    expect(after).toMatchObject({ failures_in_row: 1, first_failure_at: at(0) })
    expect(healthAfter(after, [failure(1), { ...failure(2), is_counted: true }])).toMatchObject({
      failures_in_row: 2,
      last_failure_at: at(2),
    })
    // A success has cleared the first failure, so the request that was in flight with it counts as a new one.
    const cleared = healthAfter(after, [event('delivered', 1), { ...failure(1), is_counted: true }])
    expect(cleared).toMatchObject({ failures_in_row: 1 })
  })

  it('triggers a notice after a day and after three days, once each, until a success', () => {
    const emitted = (days: number, warned_hours: number) =>
      warningDue({ ...healthAfter(healthy, [failure(0), failure(days)]), warned_hours })
    expect(emitted(0.9, 0)).toBeUndefined()
    expect(emitted(1, 0)).toBe(24)
    expect(emitted(2, 24)).toBeUndefined()
    expect(emitted(3, 24)).toBe(72)
    expect(emitted(4, 72)).toBeUndefined()
    expect(emitted(4, 0)).toBe(72)
    expect(healthAfter({ ...healthy, warned_hours: 72 }, [event('delivered', 4)]).warned_hours).toBe(0)
  })

  it('pauses deliveries as long as Retry-After says, for an hour at most, even if other requests are in flight', () => {
    const hour_ms = day_ms / 24
    const held = healthAfter(healthy, [event('retry', 0, 60_000), event('delivered', 0), failure(0)])
    expect(held.wait_until).toEqual(new Date(start + 60_000))
    expect(healthAfter(healthy, [event('retry', 0, day_ms)]).wait_until).toEqual(new Date(start + hour_ms))
    expect(holdOf({ outcome: 'failed', retry_after_ms: 60_000 })).toBe(0)
    expect(holdOf({ outcome: 'retry', retry_after_ms: undefined })).toBe(0)
  })
})
