import { expect, it } from 'vitest'
import { earlierOf } from '../../../../api/read-model/copycats/bill-copycats.ts'

it.each([
  ['2019-05', '2020-01-03', 'this'],
  ['2020-01-03', '2019', 'other'],
  ['2020-01-03', '2020', 'unknown'],
  [null, '2020', 'unknown'],
  ['2020-01-03', null, 'unknown'],
] as const)('a text of %s beside one of %s: the earlier one is %s', (mine, others, earlier) => {
  expect(earlierOf(mine, others)).toBe(earlier)
})
