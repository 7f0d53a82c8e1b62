import { expect, it } from 'vitest'
import { isWithinReach } from '../../../ingest/dates/possible-day.ts'

it('two days are within reach of each other only if they are close enough', () => {
  const reach = { years_before: 2, years_after: 10 }
  const is_possible = (day: string) => isWithinReach(day, '2026-03-14', reach)
  expect(['2024-03-14', '2026-03-14', '2036-03-14'].every(is_possible)).toBe(true)
  expect(['2024-03-13', '2036-03-15', '0011-12-01', '0206-02-24', '3013-02-01'].some(is_possible)).toBe(false)
})

it('a time is within reach if its day is, even near the year 1', () => {
  const reach = { years_before: 30, years_after: 0 }
  expect(isWithinReach('2026-03-14T23:59:59-05:00', '2026-03-14', reach)).toBe(true)
  expect(isWithinReach('0001-01-01', '0020-01-01', reach)).toBe(true)
})
