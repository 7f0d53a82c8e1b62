import { describe, expect, it } from 'vitest'
import { dayNumber } from '../../../projections/rows/postgres-times.ts'

describe('the Postgres number of a day', () => {
  it('is right for each day from the year 1 to 9999', () => {
    for (let day = Date.parse('0001-01-01'); day < Date.parse('9999-12-31'); day += 86_400_000 * 97) {
      const text = new Date(day).toISOString().slice(0, 10)
      expect(dayNumber(text)).toBe(day / 86_400_000)
    }
    for (const text of ['2000-02-29', '1900-03-01', '2024-12-31', '1969-12-31', '1970-01-01']) {
      expect(dayNumber(text)).toBe(Date.parse(text) / 86_400_000)
    }
  })
})
