import { findJurisdiction } from '../../vocabulary/jurisdictions.ts'
import { billStatuses } from '../../vocabulary/vocabulary.ts'
import type { SheetColumn, ShownBill } from './sheet-columns.ts'
import { billPositions, priorities } from './sheet-columns.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorts by a column: texts with numbers as people do, progress and priorities by their rank, days by time; empty values last. */
export function sortedBills(bills: readonly ShownBill[], sort: string): ShownBill[] {
  const isReversed = sort.startsWith('-')
  const column = sort.replace(/^-/u, '') as SheetColumn
  const keyed = bills.map((bill) => ({ bill, key: keyOf(bill, column) }))
  keyed.sort((one, other) => {
    if (one.key === '' || other.key === '') return Number(one.key === '') - Number(other.key === '')
    const order = compare(one.key, other.key)
    return isReversed ? -order : order
  })
  return keyed.map(({ bill }) => bill)
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))

function keyOf(bill: ShownBill, column: SheetColumn): string | number {
  switch (column) {
    case 'jurisdiction':
      return bill.jurisdiction == null ? '' : (findJurisdiction(bill.jurisdiction)?.name ?? bill.jurisdiction)
    case 'status':
      return bill.status == null ? '' : billStatuses.indexOf(bill.status.status)
    case 'position':
      return bill.position == null ? '' : billPositions.indexOf(bill.position)
    case 'priority':
      return bill.priority == null ? '' : priorities.indexOf(bill.priority)
    case 'latest_action':
      return bill.latest_action?.date ?? ''
    case 'tags':
    case 'subjects':
    case 'sponsors':
    case 'classification':
      return (bill[column] ?? []).join(', ')
    default:
      return bill[column] ?? ''
  }
}
