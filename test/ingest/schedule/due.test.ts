import { describe, expect, it } from 'vitest'
import type { LastFetch } from '../../../ingest/run-context/last-fetch.ts'
import { dueAt } from '../../../ingest/schedule/due.ts'

const HOUR_S = 3_600
const fetched = (overrides: Partial<LastFetch> = {}): LastFetch => ({
  run_id: '20260302T090000Z-0000aaaa',
  status: 'done',
  started_at: '2026-03-02T09:00:00Z',
  ended_at: '2026-03-02T09:10:00Z',
  failures: 0,
  ...overrides,
})
const minutesAfter = (time: string, due: Date) => (due.getTime() - Date.parse(time)) / 60_000

describe('a source is asked again', () => {
  it('at once where it never was, or was stopped', () => {
    expect(dueAt(null, HOUR_S).getTime()).toBe(0)
    expect(dueAt(fetched({ status: 'stopped' }), HOUR_S).getTime()).toBe(0)
  })

  it('an interval after its last start, up to a tenth later, the same for everybody who asks', () => {
    const due = dueAt(fetched(), HOUR_S)
    expect(minutesAfter('2026-03-02T09:00:00Z', due)).toBeGreaterThanOrEqual(60)
    expect(minutesAfter('2026-03-02T09:00:00Z', due)).toBeLessThan(66)
    expect(dueAt(fetched(), HOUR_S)).toEqual(due)
    const others = ['b', 'c', 'd'].map((run_id) => dueAt(fetched({ run_id }), HOUR_S).getTime())
    expect(new Set(others).size).toBe(3)
  })

  it('after a failure in a minute, then twice as long each time, never longer than its interval', () => {
    const pauses = [1, 2, 3, 6, 7, 30].map((failures) =>
      Math.floor(
        minutesAfter('2026-03-02T09:10:00Z', dueAt(fetched({ status: 'failed', failures }), HOUR_S)) / 1.1,
      ),
    )
    expect(pauses[0]).toBeLessThanOrEqual(1)
    expect(pauses[1]).toBeLessThanOrEqual(2)
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
    expect(pauses.at(-1)).toBeLessThanOrEqual(60)
    expect(pauses.at(-1)).toBeGreaterThan(50)
  })

  it('at once after it was killed, but not again and again', () => {
    expect(dueAt(fetched({ status: 'lost', failures: 1 }), HOUR_S).getTime()).toBe(0)
    const due = dueAt(fetched({ status: 'lost', failures: 4 }), HOUR_S)
    expect(minutesAfter('2026-03-02T09:10:00Z', due)).toBeGreaterThanOrEqual(8)
  })
})
