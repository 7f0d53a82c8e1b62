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

describe('the due time of a source', () => {
  it('is now if it was never fetched or its run was stopped', () => {
    expect(dueAt(null, HOUR_S).getTime()).toBe(0)
    expect(dueAt(fetched({ status: 'stopped' }), HOUR_S).getTime()).toBe(0)
  })

  it('is one interval after its last start, plus up to a tenth, and the same for every caller', () => {
    const due = dueAt(fetched(), HOUR_S)
    expect(minutesAfter('2026-03-02T09:00:00Z', due)).toBeGreaterThanOrEqual(60)
    expect(minutesAfter('2026-03-02T09:00:00Z', due)).toBeLessThan(66)
    expect(dueAt(fetched(), HOUR_S)).toEqual(due)
    const others = ['b', 'c', 'd'].map((run_id) => dueAt(fetched({ run_id }), HOUR_S).getTime())
    expect(new Set(others).size).toBe(3)
  })

  it('is one minute after a failure, then doubles each time, up to the interval', () => {
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

  it('is now after a killed run, but later after repeated kills', () => {
    expect(dueAt(fetched({ status: 'lost', failures: 1 }), HOUR_S).getTime()).toBe(0)
    const due = dueAt(fetched({ status: 'lost', failures: 4 }), HOUR_S)
    expect(minutesAfter('2026-03-02T09:10:00Z', due)).toBeGreaterThanOrEqual(8)
  })
})
