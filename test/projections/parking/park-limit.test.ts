import { expect, it } from 'vitest'
import { isOverLimit } from '../../../projections/parking/park-limit.ts'

it.each([
  ['a few events pass at any share', 10, 10, false],
  ['many events pass among very many', 5_000, 50, false],
  ['more than one in a hundred is too much', 5_000, 51, true],
  ['one more than a few is too much among few events', 110, 11, true],
])('the parking limit: %s', (_name, events, failed, over) => {
  expect(isOverLimit({ events, failed })).toBe(over)
})
