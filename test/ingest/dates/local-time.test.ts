import { describe, expect, it } from 'vitest'
import { toLocal } from '../../../ingest/dates/local-time.ts'

describe('toLocal', () => {
  it.each([
    ['2025-02-04', 'America/New_York', '2025-02-04'],
    ['2025-02', 'America/New_York', '2025-02'],
    ['2025', 'America/New_York', '2025'],
    // midnight is a day that went through a clock
    ['2025-02-04T05:00:00+00:00', 'America/New_York', '2025-02-04'],
    ['2025-07-04T04:00:00+00:00', 'America/New_York', '2025-07-04'],
    ['2025-02-21T06:00:00+00:00', 'America/Chicago', '2025-02-21'],
    ['2026-01-07T00:00:00-05:00', 'America/New_York', '2026-01-07'],
    ['2026-01-07T00:00:00', 'America/New_York', '2026-01-07'],
    // the local day of an evening in the west (Wyoming SF33, Oregon HB2462)
    ['2021-01-05T00:04:46+00:00', 'America/Denver', '2021-01-04T17:04:46-07:00'],
    ['2021-01-20T04:40:25Z', 'America/Los_Angeles', '2021-01-19T20:40:25-08:00'],
    ['2026-03-05T11:35:00-05:00', 'America/New_York', '2026-03-05T11:35:00-05:00'],
    ['2026-03-05T11:35:00-0500', 'America/New_York', '2026-03-05T11:35:00-05:00'],
    // west of Greenwich by ten hours, east of it by ten
    ['2026-03-05T10:00:00Z', 'Pacific/Honolulu', '2026-03-05'],
    ['2026-03-05T20:00:00Z', 'Pacific/Guam', '2026-03-06T06:00:00+10:00'],
    ['2021-02-18T12:34:00', 'America/New_York', '2021-02-18T12:34:00-05:00'],
    ['2021-07-18 12:34', 'America/New_York', '2021-07-18T12:34:00-04:00'],
  ])('converts %s in %s to %s', (text, zone, local) => {
    expect(toLocal(text, zone)).toBe(local)
  })

  it.each(['', 'yesterday', '2025-13-01', '2025-02-30', '2025-00-10', '04/02/2025', '2025-02-04T'])(
    'rejects %j, which is not a date',
    (text) => {
      expect(toLocal(text, 'America/New_York')).toBeUndefined()
    },
  )
})
