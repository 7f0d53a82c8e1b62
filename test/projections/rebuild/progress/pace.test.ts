import { describe, expect, it } from 'vitest'
import { describeEvents, eventProgress, paceOf } from '../../../../projections/rebuild/progress/pace.ts'

describe('the pace of a phase', () => {
  it('is the average so far, and gives the remaining time', () => {
    expect(paceOf(300, 1_200, 10)).toEqual({ per_s: 30, eta_s: 30 })
  })

  it('gives no remaining time before anything is done', () => {
    expect(paceOf(0, 1_200, 10)).toEqual({ per_s: 0, eta_s: null })
    expect(paceOf(0, 0, 0)).toEqual({ per_s: 0, eta_s: null })
  })

  it('gives no time left if more is done than expected', () => {
    expect(paceOf(1_300, 1_200, 10)).toMatchObject({ eta_s: 0 })
  })

  it('fits into one line', () => {
    expect(describeEvents(eventProgress(300, 1_200, 10))).toBe(
      '300 of 1200 events (25 %), 30 events/s, 30 s left',
    )
    expect(describeEvents({ ...eventProgress(300, 1_200, 10), rows: 7 })).toBe(
      '300 of 1200 events (25 %), 7 rows, 30 events/s, 30 s left',
    )
    expect(describeEvents(eventProgress(0, 1_200, 10))).toBe('0 of 1200 events (0 %), 0 events/s')
    expect(describeEvents(eventProgress(0, 0, 0))).toBe('0 of 0 events (100 %), 0 events/s')
  })
})
