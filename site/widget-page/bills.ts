import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import { isWebLink } from '../../schemas/values/web-link.ts'
import { textOf } from '../fragments/cell-text.ts'
import { columnLabels } from '../fragments/column-labels.ts'

/** Bills as a table with the chosen columns, in plain text. The link of a bill is on its number. */
export function billTable(
  name: string,
  columns: readonly SheetColumn[],
  bills: readonly ShownBill[],
): string {
  if (bills.length === 0) return '<p class="hint">There are no bills at the moment.</p>'
  const others = columns.filter((column) => column !== 'identifier' && column !== 'link')
  const head = ['identifier' as const, ...others].map(
    (column) => `<th scope="col">${columnLabels[column]}</th>`,
  )
  const rows = bills.map((bill) => {
    const cells = others.map(
      (column) => `<td data-label="${columnLabels[column]}">${escapeHtml(textOf(bill, column))}</td>`,
    )
    return `<tr><th scope="row">${numberOf(bill)}</th>${cells.join('')}</tr>`
  })
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(`${name}: table`)}"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** What happened last, bill by bill. */
export function activityList(bills: readonly ShownBill[]): string {
  if (bills.length === 0) return '<p class="hint">There is no activity at the moment.</p>'
  const text = (bill: ShownBill, column: SheetColumn) => escapeHtml(textOf(bill, column))
  const items = bills.map((bill) => {
    const place = bill.jurisdiction == null ? '' : ` (${text(bill, 'jurisdiction')})`
    const title = bill.title == null ? '' : `<br>${text(bill, 'title')}`
    return `<li><strong>${numberOf(bill)}</strong>${place} ${text(bill, 'latest_action')}${title}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function numberOf(bill: ShownBill): string {
  const { link, removed } = bill
  const text = escapeHtml(textOf(bill, 'identifier'))
  const number =
    link != null && isWebLink(link)
      ? `<a href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer">${text}</a>`
      : text
  return removed ? `${number} (removed)` : number
}
