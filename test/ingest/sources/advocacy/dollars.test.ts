import { expect, it } from 'vitest'
import { dollarsOf } from '../../../../ingest/sources/advocacy/dollars.ts'

it('money is text with two decimals, exactly as printed', () => {
  for (const [printed, amount] of [
    ['80000', '80000.00'],
    ['$1,250.5', '1250.50'],
    ['0', '0.00'],
    [120000.0, '120000.00'],
    [7922.58, '7922.58'],
    ['4503599627370.49', '4503599627370.49'],
    ['50000.00', '50000.00'],
  ] as const)
    expect(dollarsOf({ amount: printed }, 'amount')).toBe(amount)
  expect(dollarsOf({ amount: '' }, 'amount')).toBeNull()
  expect(dollarsOf({}, 'amount')).toBeNull()
})

it('an amount with a third decimal, a sign or a power is refused with its field and value', () => {
  for (const printed of ['1.005', '-5', 1e21, 'about 5', '1,00', {}])
    expect(() => dollarsOf({ income: printed }, 'income')).toThrow(
      `income is ${JSON.stringify(printed)}, not an amount of dollars`,
    )
})
