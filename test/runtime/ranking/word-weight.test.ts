import { expect, it } from 'vitest'
import { weightOf } from '../../../runtime/ranking/word-weight.ts'

it('a word weighs more if fewer rows have it, and never nothing', () => {
  const weights = [0, 1, 10, 1_000, 500_000, 1_000_000, 2_000_000].map((rows) =>
    weightOf({ rows, among: 1_000_000 }),
  )
  expect(weights).toEqual(weights.toSorted((one, other) => other - one))
  expect(weights.at(-1)).toBeGreaterThan(0)
  expect(weights.every(Number.isInteger)).toBe(true)
})
