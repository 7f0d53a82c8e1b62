import { describe, expect, it } from 'vitest'
import { retryPause_ms } from '../../../runtime/postgres/transient.ts'

const failure = (code: string) => Object.assign(new Error('failed'), { code })
const pausesAfter = (error: unknown) =>
  [0, 1, 2, 5, 6, 50].map((failures) => retryPause_ms(error, failures, 0.5))

describe('the pause before work is retried', () => {
  it.each(['40001', '40P01', '55P03'])(
    'stays short after a conflict of transactions (%s), since the other one ends soon',
    (code) => {
      expect(pausesAfter(failure(code))).toEqual([100, 200, 250, 250, 250, 250])
    },
  )

  it.each([failure('57P01'), failure('ECONNREFUSED'), new Error('Connection terminated'), 'no error'])(
    'grows to five seconds while a server is away: %s',
    (error) => {
      expect(pausesAfter(error)).toEqual([100, 200, 400, 3_200, 5_000, 5_000])
    },
  )
})
