import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import { textOf } from '../fragments/cell-text.ts'
import { columnLabels } from '../fragments/column-labels.ts'

/** Spreadsheets run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/u

const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The bills as CSV (RFC 4180), with the labels of the columns first. */
export function csvOf(bills: readonly ShownBill[], columns: readonly SheetColumn[]): string {
  const head = columns.map((column) => cellOf(columnLabels[column])).join(',')
  const lines = bills.map((bill) => columns.map((column) => cellOf(textOf(bill, column))).join(','))
  return `${[head, ...lines].join('\r\n')}\r\n`
}
