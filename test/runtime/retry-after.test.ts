import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../../runtime/http/retry-after.ts'

const now = new Date('2026-01-01T00:00:00Z')

describe('the Retry-After header', () => {
  it.each([
    ['120', 120_000],
    [' 5 ', 5_000],
    ['0', 0],
    ['1.5', 1_500],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
    ['Thu Jan  1 00:01:00 2026', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ])('can be seconds or any form of an HTTP date: %s', (value, wanted_ms) => {
    expect(parseRetryAfter(value, now)).toBe(wanted_ms)
  })

  it.each(['-5', 'soon', '1e9', '1.', '', 'Thu, 01 Jan 2026', '2026-01-01T00:01:00Z', 'Jan 1', undefined])(
    'is ignored if it has another form: %s',
    (value) => {
      expect(parseRetryAfter(value, now)).toBeUndefined()
    },
  )
})
