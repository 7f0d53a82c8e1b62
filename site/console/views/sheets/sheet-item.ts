import type { Static } from 'typebox'
import type { SheetItem } from '../../../../schemas/http/sheets/sheet.ts'
import { billPositions, priorities } from '../../../../schemas/http/sheets/sheet-columns.ts'
import { choice, fieldsWith, textArea, textField } from '../../html/form-fields.ts'
import { html, type Markup } from '../../html/html.ts'
import { words } from '../../html/pieces.ts'
import { postForm, type Viewer } from '../../html/shell.ts'
import type { Sheet } from '../own-sheets.ts'
import type { Action } from '../view.ts'

export type Item = Static<typeof SheetItem>

export const itemName = ({ bill, bill_id }: Item): string => bill?.identifier ?? `Bill ${bill_id}`

const optional = (values: readonly string[]) => [
  { value: '', name: 'None' },
  ...values.map((value) => ({ value, name: words(value) })),
]

/** What the account writes about a bill. */
export const itemForm = (viewer: Viewer, sheet: Sheet, item: Item): Markup =>
  html`<section class="card"><h2>About ${itemName(item)}</h2>${postForm(
    viewer,
    `/console/sheets/${sheet.id}/items/${item.id}`,
    fieldsWith('Save what you wrote', [
      choice({ name: 'position', label: 'Position', value: item.position, options: optional(billPositions) }),
      choice({ name: 'priority', label: 'Priority', value: item.priority, options: optional(priorities) }),
      textField(
        { name: 'tags', label: 'Tags', value: item.tags.join(', '), hint: 'With commas between them' },
        html` maxlength="1100"`,
      ),
      textArea({ name: 'note', label: 'Note', value: item.note, rows: 3 }, html` maxlength="5000"`),
    ]),
  )}<p><a href="/console/sheets/${sheet.id}">Close without saving</a></p></section>`

export const writeItemAction: Action = {
  path: '/console/sheets/:id/items/:item',
  section: '/console/sheets',
  async act(ask, { params, form }) {
    await ask.send('PATCH', `/v1/bill_sheets/${params.id}/items/${params.item}`, {
      position: form.position ?? null,
      priority: form.priority ?? null,
      note: (form.note ?? '').replaceAll('\r\n', '\n'),
      tags: tagsOf(form.tags),
    })
    return `/console/sheets/${params.id}?done=saved`
  },
}

export const tagsOf = (text = ''): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]
