import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/** `support_if_amended` → `Support if amended`. */
const wordsOf = (word: string): string =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`.replaceAll('_', ' ')

const chamberNames: Readonly<Record<string, string>> = {
  upper: 'Senate',
  lower: 'House',
  legislature: 'Legislature',
}

/** The name of the chamber at its place: the lower one is an Assembly in some. */
function chamberName(bill: ShownBill): string {
  if (bill.chamber == null) return ''
  const place = bill.jurisdiction == null ? undefined : findJurisdiction(bill.jurisdiction)
  const named = place?.chambers.find(({ chamber }) => chamber === bill.chamber)?.name
  return named ?? chamberNames[bill.chamber] ?? ''
}

/** What a cell says, as plain text. */
export function textOf(bill: ShownBill, column: SheetColumn): string {
  switch (column) {
    case 'identifier':
      return bill.identifier ?? `Bill ${bill.id}`
    case 'jurisdiction':
      return bill.jurisdiction == null ? '' : (findJurisdiction(bill.jurisdiction)?.name ?? bill.jurisdiction)
    case 'status': {
      if (bill.removed) return 'Removed by its source'
      if (bill.status == null) return ''
      const { status, detail } = bill.status
      return detail === null ? wordsOf(status) : `${wordsOf(status)} (${wordsOf(detail).toLowerCase()})`
    }
    case 'latest_action':
      return bill.latest_action == null
        ? ''
        : `${bill.latest_action.date.slice(0, 10)} ${bill.latest_action.description}`
    case 'status_date':
    case 'updated_at':
      return bill[column]?.slice(0, 10) ?? ''
    case 'chamber':
      return chamberName(bill)
    case 'position':
    case 'priority':
      return bill[column] == null ? '' : wordsOf(bill[column])
    case 'subjects':
    case 'sponsors':
    case 'tags':
    case 'classification':
      return (bill[column] ?? []).join(', ')
    default:
      return bill[column] ?? ''
  }
}
