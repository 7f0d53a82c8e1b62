import { expect, it } from 'vitest'
import { centsOf } from '../../../schemas/values/dollars.ts'

it('an amount is its exact cents, also where a float would not be', () => {
  expect(centsOf('80000.00')).toBe(8_000_000)
  expect(centsOf('1.10')).toBe(110)
  expect(centsOf('4503599627370.49')).toBe(450_359_962_737_049)
  expect(centsOf('-12.05')).toBe(-1205)
})
