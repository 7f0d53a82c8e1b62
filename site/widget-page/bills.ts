import { escapeHtml } from '../../runtime/http/escape-html.ts'
import { isWebLink } from '../../schemas/values/web-link.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { columnLabels } from '../fragments/column-labels.ts'

export type ShownBill = { readonly removed: boolean } & Readonly<Record<string, unknown>>

const heads: Readonly<Record<string, string>> = { ...columnLabels, updated_at: 'Updated' }

/** Bills as a table with the chosen columns, in plain text. The link of a bill is on its number. */
export function billTable(name: string, columns: readonly string[], bills: readonly ShownBill[]): string {
  if (bills.length === 0) return '<p class="hint">There are no bills at the moment.</p>'
  const shown = ['identifier', ...columns.filter((column) => column !== 'identifier' && column !== 'link')]
  const head = shown.map((column) => `<th scope="col">${heads[column] ?? ''}</th>`)
  const rows = bills.map((bill) => {
    const [number, ...others] = shown.map((column) => cellOf(column, bill))
    return `<tr><th scope="row">${number}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(`${name}: table`)}"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** What happened last, bill by bill. */
export function activityList(bills: readonly ShownBill[]): string {
  if (bills.length === 0) return '<p class="hint">There is no activity at the moment.</p>'
  const items = bills.map((bill) => {
    const place = bill.jurisdiction == null ? '' : ` (${cellOf('jurisdiction', bill)})`
    const title = bill.title == null ? '' : `<br>${cellOf('title', bill)}`
    return `<li><strong>${cellOf('identifier', bill)}</strong>${place} ${cellOf('latest_action', bill)}${title}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function cellOf(column: string, bill: ShownBill): string {
  const text = escapeHtml(textOf(column, bill[column]))
  if (column !== 'identifier') return text
  const { link } = bill
  const number =
    typeof link === 'string' && isWebLink(link)
      ? `<a href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer">${text || 'Bill'}</a>`
      : text
  return bill.removed ? `${number} (removed)` : number
}

function textOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  switch (column) {
    case 'latest_action': {
      const { date, description } = value as { date: string; description: string }
      return `${date.slice(0, 10)}: ${description}`
    }
    case 'status':
      return (value as { status: string }).status.replaceAll('_', ' ')
    case 'position':
      return String(value).replaceAll('_', ' ')
    case 'jurisdiction':
      return findJurisdiction(String(value))?.name ?? String(value)
    case 'updated_at':
    case 'status_date':
      return String(value).slice(0, 10)
    default:
      return String(value)
  }
}
