import { billStatuses } from '../../../../schemas/vocabulary/vocabulary.ts'
import { choice, fieldset, fieldsWith, textField } from '../../html/form-fields.ts'
import { html, type Markup } from '../../html/html.ts'
import { words } from '../../html/pieces.ts'
import { deletion, postForm, type Viewer } from '../../html/shell.ts'
import type { Sheet } from '../own-sheets.ts'
import type { Action } from '../view.ts'

/** The filters of a search that the form has. Others, which a program set, stay. */
const FILTERS = ['q', 'jurisdiction', 'subject', 'status'] as const

export const sheetSettings = (
  viewer: Viewer,
  { id, name, description, search }: Sheet,
): Markup => html`<section><h2>Settings</h2>${postForm(
  viewer,
  `/console/sheets/${id}`,
  fieldsWith('Save', [
    textField({ name: 'name', label: 'Name', value: name }, html` required maxlength="200"`),
    textField({ name: 'description', label: 'About', value: description }, html` maxlength="2000"`),
    fieldset(
      'Fill it by a search',
      [
        textField({ name: 'q', label: 'Words', value: search?.q }, html` maxlength="300"`),
        textField(
          { name: 'jurisdiction', label: 'Place', value: search?.jurisdiction },
          html` maxlength="300"`,
        ),
        textField({ name: 'subject', label: 'Subject', value: search?.subject }, html` maxlength="300"`),
        choice({
          name: 'status',
          label: 'Status',
          value: search?.status,
          options: [
            { value: '', name: 'Any' },
            ...billStatuses.map((value) => ({ value, name: words(value) })),
          ],
        }),
      ],
      'Bills that the search finds come into the sheet by themselves, and leave it when they no longer fit, unless you wrote about them.',
    ),
  ]),
)}
${deletion(viewer, { action: `/console/sheets/${id}/delete`, what: 'sheet', lost: 'Your positions, notes and tags are deleted with it. Bills stay.' })}</section>`

export const changeSheetAction: Action = {
  path: '/console/sheets/:id',
  section: '/console/sheets',
  async act(ask, { params, form }) {
    const path = `/v1/bill_sheets/${params.id}`
    const { search } = await ask.get<Sheet>(path)
    const asked = Object.entries({ ...search }).filter(([name]) => !FILTERS.some((one) => one === name))
    for (const name of FILTERS) if (form[name] !== undefined) asked.push([name, form[name]])
    await ask.send('PATCH', path, {
      name: form.name ?? '',
      description: form.description ?? '',
      search: asked.length === 0 ? null : Object.fromEntries(asked),
    })
    return `${path.replace('/v1/bill_sheets', '/console/sheets')}?done=saved`
  },
}
