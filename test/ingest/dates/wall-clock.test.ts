import { describe, expect, it } from 'vitest'
import { addDays, dayIn, wallClock } from '../../../ingest/dates/wall-clock.ts'

const WASHINGTON = 'America/New_York'

describe('the wall clock of a publisher', () => {
  it.each([
    // Spring: two o'clock does not come.
    ['2026-03-08T06:59:59Z', '2026-03-08 01:59:59'],
    ['2026-03-08T07:00:00Z', '2026-03-08 03:00:00'],
    // Autumn: one o'clock comes twice.
    ['2026-11-01T05:30:00Z', '2026-11-01 01:30:00'],
    ['2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
    // Midnight is five hours from that of UTC in winter and four in summer.
    ['2026-01-02T05:00:00Z', '2026-01-02 00:00:00'],
    ['2026-07-02T03:59:59Z', '2026-07-01 23:59:59'],
    ['2026-07-02T04:00:00.999Z', '2026-07-02 00:00:00'],
    ['2024-01-01T04:30:00+00:00', '2023-12-31 23:30:00'],
  ])('shows, at %s, the local time %s', (at, shown) => {
    expect(wallClock(at, WASHINGTON)).toBe(shown)
    expect(dayIn(at, WASHINGTON)).toBe(shown.slice(0, 10))
  })
})

describe('adding days to a date', () => {
  it('follows the calendar and ignores clock changes', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })
})
