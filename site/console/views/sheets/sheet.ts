import { html, type Markup, type Part } from '../../html/html.ts'
import { doneNotice, nextPage, notice, placeName, table, words } from '../../html/pieces.ts'
import { changes, rowsForm, type Viewer } from '../../html/shell.ts'
import type { Sheet } from '../own-sheets.ts'
import { type Action, only, type Page, type View } from '../view.ts'
import { type Item, itemForm, itemName } from './sheet-item.ts'
import { sheetSettings } from './sheet-settings.ts'

const SECTION = '/console/sheets'
const API = '/v1/bill_sheets'

export const sheetView: View = {
  path: `${SECTION}/:id`,
  section: SECTION,
  async show(ask, { viewer, params, query }) {
    const path = `${API}/${params.id}`
    const [sheet, items] = await Promise.all([
      ask.get<Sheet>(path),
      ask.get<Page<Item>>(`${path}/items`, { ...only(query, ['cursor']), limit: '50' }),
    ])
    const edited = items.data.find(({ id }) => String(id) === query.write)
    return {
      title: sheet.name,
      content: html`${doneNotice(query, DONE)}<p>${sheet.description}</p>
${more(viewer, sheet)}
${edited !== undefined && itemForm(viewer, sheet, edited)}
${items.data.length === 0 && notice(empty(viewer, sheet))}
${
  items.data.length > 0 &&
  html`${rowsForm(viewer, REMOVAL, `${SECTION}/${sheet.id}/remove`)}${table(
    ['Bill', 'Place', 'Position', 'Priority', 'Note', 'Tags', 'Action'],
    items.data.map((item) => cells(viewer, sheet, item, query)),
  )}`
}
${nextPage(`${SECTION}/${sheet.id}`, {}, items.next_cursor)}
${changes(viewer) && sheetSettings(viewer, sheet)}`,
    }
  },
}

const REMOVAL = 'removal'

const DONE = { saved: 'The changes are saved.', removed: 'The bill is removed from the sheet.' }

const empty = (viewer: Viewer, { id }: Sheet): Part =>
  changes(viewer)
    ? html`No bills yet. <a href="/console">Find a bill</a>, open it, and choose this sheet there. Or <a href="${SECTION}/${id}/import">paste a list</a>, or let a search fill the sheet, below.`
    : 'No bills yet.'

const more = (
  viewer: Viewer,
  { id, bills, is_search_cut }: Sheet,
): Markup => html`<p>${bills} ${bills === 1 ? 'bill' : 'bills'}.
${changes(viewer) && html`<a href="${SECTION}/${id}/import">Add a list of bills</a>, <a href="/console/pages/new?sheet=${id}">make a page</a>, <a href="/console/widgets/new?type=bill-grid&#38;sheet=${id}">make a widget</a>, or <a href="/console/alerts?sheet=${id}">set an alert</a>.`}</p>
${is_search_cut && notice('The search finds more bills than a sheet can have: only the newest are in it.')}`

const cells = (
  viewer: Viewer,
  sheet: Sheet,
  item: Item,
  query: Readonly<Record<string, string>>,
): readonly Part[] => {
  const { bill, position, priority, note, tags, origin } = item
  const name = itemName(item)
  const address = new URLSearchParams({ ...only(query, ['cursor']), write: String(item.id) })
  return [
    html`<a href="/console/bills/${item.bill_id}">${name}</a> ${bill?.title}${bill?.removed === true && html` <span class="soft">(removed by its source)</span>`}`,
    bill === null ? null : placeName(bill.jurisdiction),
    position === null ? null : words(position),
    priority === null ? null : words(priority),
    note,
    tags.join(', '),
    changes(viewer) &&
      html`<a href="${SECTION}/${sheet.id}?${address.toString()}" aria-label="Write about ${name}">Write</a> ${
        origin === 'list' &&
        html`<button class="plain" form="${REMOVAL}" name="row" value="${item.id}" aria-label="Remove ${name}">Remove</button>`
      }`,
  ]
}

export const removeItemAction: Action = {
  path: `${SECTION}/:id/remove`,
  section: SECTION,
  async act(ask, { params, form }) {
    // A form that no button sent names no item.
    await ask.send('DELETE', `${API}/${params.id}/items/${encodeURIComponent(form.row ?? '0')}`)
    return `${SECTION}/${params.id}?done=removed`
  },
}
