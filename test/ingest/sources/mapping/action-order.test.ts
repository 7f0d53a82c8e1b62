import { describe, expect, it } from 'vitest'
import { oldestFirst } from '../../../../ingest/sources/mapping/action-order.ts'

const order = (...dates: string[]) =>
  oldestFirst(
    dates.map((date) => ({ date })),
    'il',
    '104th',
  ).map(({ date }) => date)

describe('oldestFirst', () => {
  it('keeps an action with an impossible date at its place in the list', () => {
    expect(order('2025-01-09', '3013-02-01', '2025-03-01')).toEqual([
      '2025-01-09',
      '3013-02-01',
      '2025-03-01',
    ])
    expect(order('2025-01-09', '0206-02-01', '2025-03-01')).toEqual([
      '2025-01-09',
      '0206-02-01',
      '2025-03-01',
    ])
  })

  it('reverses a newest-first list even if one date is impossible', () => {
    expect(order('2025-03-01', '0206-02-01', '2025-01-09')).toEqual([
      '2025-01-09',
      '0206-02-01',
      '2025-03-01',
    ])
  })
})
