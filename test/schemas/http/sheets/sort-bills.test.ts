import { expect, it } from 'vitest'
import type { ShownBill } from '../../../../schemas/http/sheets/sheet-columns.ts'
import { sortedBills } from '../../../../schemas/http/sheets/sort-bills.ts'

const bill = (id: number, also: Partial<ShownBill>): ShownBill => ({ id, removed: false, ...also })
const idsOf = (bills: ShownBill[]) => bills.map(({ id }) => id)

it('sorts numbers in texts as numbers', () => {
  const bills = [
    bill(1, { identifier: 'HB 10' }),
    bill(2, { identifier: 'HB 9' }),
    bill(3, { identifier: 'AB 100' }),
  ]
  expect(idsOf(sortedBills(bills, 'identifier'))).toEqual([3, 2, 1])
  expect(idsOf(sortedBills(bills, '-identifier'))).toEqual([1, 2, 3])
})

it('sorts progress and priorities by their rank, with empty values last in both directions', () => {
  const statuses = [
    bill(1, { status: null }),
    bill(2, { status: { status: 'enacted', detail: null } }),
    bill(3, { status: { status: 'introduced', detail: null } }),
  ]
  expect(idsOf(sortedBills(statuses, 'status'))).toEqual([3, 2, 1])
  expect(idsOf(sortedBills(statuses, '-status'))).toEqual([2, 3, 1])
  const priorities = [
    bill(1, { priority: 'low' }),
    bill(2, { priority: 'high' }),
    bill(3, { priority: null }),
  ]
  expect(idsOf(sortedBills(priorities, 'priority'))).toEqual([2, 1, 3])
})

it('keeps the order of equal bills', () => {
  const bills = [bill(3, { title: 'a' }), bill(1, { title: 'A' }), bill(2, { title: 'a' })]
  expect(idsOf(sortedBills(bills, 'title'))).toEqual([3, 1, 2])
})
