import { expect, it } from 'vitest'
import { isOverLimit } from '../../../projections/parking/park-limit.ts'

it.each([
  ['a handful passes whatever its share', 10, 10, false],
  ['many pass among very many', 5_000, 50, false],
  ['above one in a hundred it is over', 5_000, 51, true],
  ['a handful and one of few is over', 110, 11, true],
])('%s', (_name, events, failed, over) => {
  expect(isOverLimit({ events, failed })).toBe(over)
})
