import { escapeHtml } from '../../runtime/http/escape-html.ts'
import type { SheetColumn, ShownBill } from '../../schemas/http/sheets/sheet-columns.ts'
import { textOf } from '../fragments/cell-text.ts'
import { columnLabels } from '../fragments/column-labels.ts'
import { introductionHtml, linkTo } from './introduction.ts'
import type { VisiblePage } from './page-source.ts'
import { GRAY, styleOf } from './style.ts'
import { queryOf, type View } from './view.ts'

/** The whole page. `self` is its path, from which its links lead. */
export function pageHtml(page: VisiblePage, view: View, self: string): string {
  const title = escapeHtml(page.title)
  const robots = page.preview_until === undefined ? '' : '<meta name="robots" content="noindex">'
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${robots}<title>${title}</title><style>${styleOf(page.accent_color, page.columns)}</style></head>
<body><a class="skip" href="#bills">Skip to the bills</a>
${previewNote(page)}<header>${logoHtml(page, self)}<h1>${title}</h1>${introductionHtml(page.introduction)}</header>
<main>${formHtml(view, self)}
<p role="status">${countHtml(view)}</p>
${view.rows.length === 0 ? '' : tableHtml(page, view, self)}
${pagesHtml(view, self)}<p class="tools"><a href="${self}/bills.csv${escapeHtml(queryOf(view))}">Download as CSV</a></p></main></body></html>`
}

const previewNote = ({ preview_until }: VisiblePage): string =>
  preview_until === undefined
    ? ''
    : `<p class="preview" role="note">Preview until ${preview_until.toISOString().slice(0, 16).replace('T', ' ')} UTC. Nobody finds this address by itself.</p>\n`

/** Changes with the logo. */
export const logoVersion = ({ logo }: Pick<VisiblePage, 'logo'>): string => logo?.sha256.slice(0, 16) ?? ''

function logoHtml({ logo }: VisiblePage, self: string): string {
  if (logo === null) return ''
  // It was encoded for screens with two pixels a point.
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.ceil(pixels / 2))
  return `<img src="${self}/logo.png?v=${logoVersion({ logo })}" alt="${escapeHtml(logo.description)}" width="${width}" height="${height}">`
}

function formHtml(view: View, self: string): string {
  const choices = view.choices.map(({ column, values, chosen }) => {
    const options = values.map(
      (value) => `<option${value === chosen ? ' selected' : ''}>${escapeHtml(value)}</option>`,
    )
    return `<div><label for="${column}">${columnLabels[column]}</label><select id="${column}" name="${column}"><option value="">All</option>${options.join('')}</select></div>`
  })
  const sort = view.is_sorted ? `<input type="hidden" name="sort" value="${escapeHtml(view.sort)}">` : ''
  const isNarrowed = queryOf(view) !== ''
  const reset = isNarrowed ? ` <a href="${self}">Show all</a>` : ''
  return `<form method="get" action="${self}" role="search"><div><label for="q">Words</label><input id="q" name="q" type="search" maxlength="200" value="${escapeHtml(view.words)}"></div>${choices.join('')}${sort}<div class="go"><button>Show</button>${reset}</div></form>`
}

function countHtml({ found, total, page, pages }: View): string {
  const bills = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'bill' : 'bills'}`
  if (total === 0) return 'No bills are on this page yet.'
  if (found.length === 0) return `None of ${bills(total)} fits.`
  const some =
    found.length === total ? bills(total) : `${found.length.toLocaleString('en-US')} of ${bills(total)}`
  return pages === 1 ? some : `${some}, part ${page} of ${pages}`
}

function tableHtml(page: VisiblePage, view: View, self: string): string {
  const heads = page.columns.map((column) => headHtml(column, view, self))
  const rows = view.rows.map((bill) => rowHtml(bill, page.columns))
  return `<div class="wide" id="bills" tabindex="0" role="region" aria-label="Bills"><table role="table"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">${rows.join('')}</tbody></table></div>`
}

function headHtml(column: SheetColumn, view: View, self: string): string {
  const label = columnLabels[column]
  const order = view.sort === column ? 'ascending' : view.sort === `-${column}` ? 'descending' : undefined
  const next = order === 'ascending' ? `-${column}` : column
  const sorted = order === undefined ? '' : ` aria-sort="${order}"`
  return `<th role="columnheader" scope="col"${sorted}><a href="${self}${escapeHtml(queryOf(view, { sort: next }))}">${label}</a></th>`
}

/** The first column names the row. */
function rowHtml(bill: ShownBill, columns: readonly SheetColumn[]): string {
  const cells = columns.map((column, index) => {
    const label = `data-label="${columnLabels[column]}"`
    const html = cellHtml(bill, column)
    return index === 0
      ? `<th role="rowheader" scope="row" ${label}>${html}</th>`
      : `<td role="cell" ${label}>${html}</td>`
  })
  const gone = bill.removed ? ' class="removed"' : ''
  return `<tr role="row"${gone}>${cells.join('')}</tr>`
}

function cellHtml(bill: ShownBill, column: SheetColumn): string {
  const text = textOf(bill, column)
  if (column === 'link') return text === '' ? '' : linkTo(text, 'Official page')
  if (column === 'note' || column === 'summary') return escapeHtml(text).replaceAll('\n', '<br>')
  const shown = escapeHtml(text)
  const isFirstSign = column === 'identifier' && bill.removed
  return isFirstSign ? `${shown} <span class="sign">removed</span>` : shown
}

function pagesHtml(view: View, self: string): string {
  if (view.pages === 1) return ''
  const to = (page: number, text: string, rel: string) =>
    `<a rel="${rel}" href="${self}${escapeHtml(queryOf(view, { page }))}">${text}</a>`
  const links = [
    ...(view.page > 1 ? [to(view.page - 1, 'Previous bills', 'prev')] : []),
    ...(view.page < view.pages ? [to(view.page + 1, 'Next bills', 'next')] : []),
  ]
  return `<nav aria-label="Parts">${links.join(' ')}</nav>`
}

/** A page that only says why there is nothing to see. */
export const messageHtml = (title: string, text: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${styleOf(GRAY)}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body></html>`
