import { expect, it } from 'vitest'
import { rouge1 } from '../../../bench/derive/rouge.ts'

it('is 1 for the same words in another order and case, and 0 if no word is shared', () => {
  expect(rouge1('The agency shall report.', 'report the AGENCY shall')).toEqual({ f1: 1, recall: 1 })
  expect(rouge1('one two', 'three four').f1).toBe(0)
  expect(rouge1('', 'three four').f1).toBe(0)
})

it('counts a repeated word as often as both texts have it', () => {
  expect(rouge1('tax tax tax', 'tax tax relief').f1).toBeCloseTo(2 / 3)
  expect(rouge1('tax', 'tax tax relief').recall).toBeCloseTo(1 / 3)
})
