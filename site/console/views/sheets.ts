import type { Static } from 'typebox'
import type { SheetItem } from '../../../schemas/http/sheets/sheet.ts'
import { html, type Part } from '../html/html.ts'
import { nextPage, notice, placeName, table, words } from '../html/pieces.ts'
import { postForm, type Viewer } from '../html/shell.ts'
import type { Sheet } from './own-sheets.ts'
import { type Action, only, type Page, type View } from './view.ts'

type Item = Static<typeof SheetItem>

export const sheetsView: View = {
  path: '/console/sheets',
  section: '/console/sheets',
  async show(ask, { viewer, query }) {
    const page = await ask.get<Page<Sheet>>('/v1/bill_sheets', { ...only(query, ['cursor']), limit: '50' })
    return {
      title: 'Sheets',
      content: html`${page.data.length === 0 && notice('A sheet is a list of bills that you follow. Make the first one here.')}
${
  page.data.length > 0 &&
  table(
    ['Sheet', 'Bills', 'About'],
    page.data.map(({ id, name, bills, description }) => [
      html`<a href="/console/sheets/${id}">${name}</a>`,
      bills,
      description,
    ]),
  )
}
${nextPage('/console/sheets', {}, page.next_cursor)}
<h2>New sheet</h2>${postForm(
        viewer,
        '/console/sheets',
        html`<div class="fields"><div><label for="name">Name</label><input id="name" name="name" required maxlength="200"></div>
<div><label for="description">About</label><input id="description" name="description" maxlength="2000"></div>
<p class="act"><button>Make the sheet</button></p></div>`,
      )}`,
    }
  },
}

export const newSheetAction: Action = {
  path: '/console/sheets',
  async act(ask, { form }) {
    const { id } = await ask.send<Sheet>('POST', '/v1/bill_sheets', {
      name: form.name ?? '',
      description: form.description ?? '',
    })
    return `/console/sheets/${id}`
  },
}

export const sheetView: View = {
  path: '/console/sheets/:id',
  section: '/console/sheets',
  async show(ask, { viewer, params, query }) {
    const path = `/v1/bill_sheets/${params.id}`
    const [sheet, items] = await Promise.all([
      ask.get<Sheet>(path),
      ask.get<Page<Item>>(`${path}/items`, { ...only(query, ['cursor']), limit: '100' }),
    ])
    return {
      title: sheet.name,
      content: html`<p>${sheet.description}</p>
${items.data.length === 0 && notice('No bills yet. Find a bill, open it, and add it to this sheet.')}
${
  items.data.length > 0 &&
  table(
    ['Bill', 'Place', 'Position', 'Priority', 'Note', 'Action'],
    items.data.map((item) => cells(viewer, sheet, item)),
  )
}
${nextPage(`/console/sheets/${sheet.id}`, {}, items.next_cursor)}`,
    }
  },
}

const cells = (viewer: Viewer, sheet: Sheet, item: Item): readonly Part[] => {
  const { bill, position, priority, note, origin } = item
  const name = bill?.identifier ?? `Bill ${item.bill_id}`
  const remove = html`<button class="plain" aria-label="Remove ${name}">Remove</button>`
  return [
    html`<a href="/console/bills/${item.bill_id}">${name}</a> ${bill?.title}${bill?.removed === true && html` <span class="soft">(removed by its source)</span>`}`,
    bill === null ? null : placeName(bill.jurisdiction),
    position === null ? null : words(position),
    priority === null ? null : words(priority),
    note,
    origin === 'list' && postForm(viewer, `/console/sheets/${sheet.id}/items/${item.id}/remove`, remove),
  ]
}

export const removeItemAction: Action = {
  path: '/console/sheets/:id/items/:item/remove',
  async act(ask, { params }) {
    await ask.send('DELETE', `/v1/bill_sheets/${params.id}/items/${params.item}`)
    return `/console/sheets/${params.id}`
  },
}
