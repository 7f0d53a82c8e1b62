import { expect, it } from 'vitest'
import { calendarDay } from '../../../projections/verify/oracle/oracle-tables.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'

it.each([
  ['2025-02-03', '2025-02-03'],
  ['2025-02-03T23:30:00-08:00', '2025-02-03'],
  ['2024-02-29', '2024-02-29'],
  ['2025-02-29', null],
  ['2025-13-01', null],
  ['2025-00-10', null],
  ['0000-01-01', null],
  ['0001-01-01', '0001-01-01'],
  ['2025', null],
  ['', null],
  [null, null],
])('the local day of %j is %j, for projectors and oracle alike', (text, day) => {
  expect(dayOf(text)).toBe(day)
  expect(calendarDay(text)).toBe(day)
})
