import { describe, expect, it } from 'vitest'
import { impossibleDays, markImpossibleDays } from '../../../ingest/dates/impossible-days.ts'

describe('a day of an action', () => {
  it('is impossible if its year is far from the years that the session names', () => {
    expect(impossibleDays(['2024-12-01', '2015-02-01', '2030-01-01', '2052-03-01'], '2025-2026')).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  it('is impossible if it is far from the other days of the bill and the session names no year', () => {
    const dates = ['2025-01-09', '2025-02-01', '2025-05-09', '2035-05-09', '2015-05-09']
    expect(impossibleDays(dates, '104th')).toEqual([false, false, false, true, true])
  })

  it('is always impossible before legislatures existed or in another century', () => {
    for (const date of ['3013-05-06', '2106-05-06', '0206-05-06', '0001-01-01'])
      expect(impossibleDays(['2025-01-09', date], '104th'), date).toEqual([false, true])
    expect(impossibleDays(['2106-05-06'], '104th')).toEqual([true])
  })

  it('is not judged if too few days contradict it or if it is not a full date', () => {
    expect(impossibleDays(['2009-01-09', '2025-05-06'], '104th')).toEqual([false, false])
    expect(impossibleDays(['spring', '2026-02'], '2026')).toEqual([false, false])
  })
})

describe('an action with an impossible day', () => {
  it('is placed on the day of the action before it, or on the first possible day', () => {
    const dates = ['0206-05-06', '2025-01-09', '3013-05-06', '2025-02-06']
    expect(
      markImpossibleDays(
        dates.map((date) => ({ date })),
        '104th',
      ),
    ).toEqual([
      { date: '0206-05-06', placed_on: '2025-01-09' },
      { date: '2025-01-09' },
      { date: '3013-05-06', placed_on: '2025-01-09' },
      { date: '2025-02-06' },
    ])
  })

  it('has no place if no other action has a possible day', () => {
    expect(markImpossibleDays([{ date: '3013-05-06' }], '104th')).toEqual([
      { date: '3013-05-06', placed_on: null },
    ])
  })

  it('is judged again if another day makes it possible', () => {
    expect(markImpossibleDays([{ date: '2025-01-09', placed_on: null }], '104th')).toEqual([
      { date: '2025-01-09' },
    ])
  })
})
