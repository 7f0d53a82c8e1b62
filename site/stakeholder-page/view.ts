import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import { sortedBills } from '../../schemas/http/sheets/sort-bills.ts'
import { textOf } from '../fragments/cell-text.ts'
import type { VisiblePage } from './page-source.ts'

/** Columns by whose values visitors can choose, if the page shows them. */
const CHOICES: readonly SheetColumn[] = [
  'jurisdiction',
  'session',
  'status',
  'chamber',
  'position',
  'priority',
]
const MAX_CHOICES = 80
const MAX_WORDS = 200
export const ROWS = 500

export type Choice = {
  readonly column: SheetColumn
  readonly values: readonly string[]
  readonly chosen: string | undefined
}

/** What a visitor asked for, and the bills that it leaves. */
export type View = {
  readonly words: string
  readonly sort: string
  readonly is_sorted: boolean
  readonly choices: readonly Choice[]
  readonly page: number
  readonly pages: number
  /** All bills of the page, those that were asked for, and those of this sheet of paper. */
  readonly total: number
  readonly found: readonly ShownBill[]
  readonly rows: readonly ShownBill[]
}

type Query = Readonly<Record<string, unknown>>

/** Reads the parameters of an address. A value that means nothing here is left out. */
export function viewOf(page: VisiblePage, bills: readonly ShownBill[], query: Query): View {
  const value = (name: string): string =>
    typeof query[name] === 'string' ? query[name].slice(0, MAX_WORDS) : ''
  const words = value('q').trim()
  const choices = CHOICES.filter((column) => page.columns.includes(column)).flatMap((column): Choice[] => {
    const values = [...new Set(bills.map((bill) => textOf(bill, column)))]
      .filter((text) => text !== '')
      .sort()
    const chosen = values.find((text) => text === value(column))
    return values.length < 2 || values.length > MAX_CHOICES ? [] : [{ column, values, chosen }]
  })
  const found = bills.filter(
    (bill) =>
      choices.every(({ column, chosen }) => chosen === undefined || textOf(bill, column) === chosen) &&
      hasWords(page, bill, words),
  )
  const asked = value('sort')
  const isSorted = page.columns.some((column) => asked === column || asked === `-${column}`)
  const ordered = isSorted ? sortedBills(found, asked) : found
  const pages = Math.max(1, Math.ceil(ordered.length / ROWS))
  const number = Math.min(pages, Math.max(1, Number.parseInt(value('page'), 10) || 1))
  return {
    words,
    choices,
    pages,
    found: ordered,
    total: bills.length,
    page: number,
    sort: isSorted ? asked : page.sort,
    is_sorted: isSorted,
    rows: ordered.slice((number - 1) * ROWS, number * ROWS),
  }
}

function hasWords(page: VisiblePage, bill: ShownBill, words: string): boolean {
  if (words === '') return true
  const text = page.columns
    .map((column) => textOf(bill, column))
    .join('\n')
    .toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

/** The parameters of the same view with something changed. */
export function queryOf(view: View, change: { readonly sort?: string; readonly page?: number } = {}): string {
  const query = new URLSearchParams()
  if (view.words !== '') query.set('q', view.words)
  for (const { column, chosen } of view.choices) if (chosen !== undefined) query.set(column, chosen)
  const sort = change.sort ?? (view.is_sorted ? view.sort : undefined)
  if (sort !== undefined) query.set('sort', sort)
  if (change.page !== undefined && change.page > 1) query.set('page', String(change.page))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
