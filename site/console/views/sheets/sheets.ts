import { fieldsWith, textField } from '../../html/form-fields.ts'
import { html } from '../../html/html.ts'
import { doneNotice, nextPage, notice, table } from '../../html/pieces.ts'
import { changes, postForm } from '../../html/shell.ts'
import type { Sheet } from '../own-sheets.ts'
import { type Action, only, type Page, type View } from '../view.ts'

const SECTION = '/console/sheets'
const API = '/v1/bill_sheets'

export const sheetsView: View = {
  path: SECTION,
  section: SECTION,
  async show(ask, { viewer, query }) {
    const page = await ask.get<Page<Sheet>>(API, { ...only(query, ['cursor']), limit: '50' })
    return {
      title: 'Sheets',
      content: html`${doneNotice(query, { deleted: 'The sheet is deleted.' })}
${page.data.length === 0 && notice('A sheet is a list of bills that you follow. Make the first one here.')}
${
  page.data.length > 0 &&
  table(
    ['Sheet', 'Bills', 'About'],
    page.data.map(({ id, name, bills, description }) => [
      html`<a href="${SECTION}/${id}">${name}</a>`,
      bills,
      description,
    ]),
  )
}
${nextPage(SECTION, {}, page.next_cursor)}
${
  changes(viewer) &&
  html`<h2>New sheet</h2>${postForm(
    viewer,
    SECTION,
    fieldsWith('Make the sheet', [
      textField({ name: 'name', label: 'Name' }, html` required maxlength="200"`),
      textField({ name: 'description', label: 'About' }, html` maxlength="2000"`),
    ]),
  )}`
}`,
    }
  },
}

export const newSheetAction: Action = {
  path: SECTION,
  section: SECTION,
  async act(ask, { form }) {
    const { id } = await ask.send<Sheet>('POST', API, {
      name: form.name ?? '',
      description: form.description ?? '',
    })
    return `${SECTION}/${id}`
  },
}

export const deleteSheetAction: Action = {
  path: `${SECTION}/:id/delete`,
  section: SECTION,
  async act(ask, { params }) {
    await ask.send('DELETE', `${API}/${params.id}`)
    return `${SECTION}?done=deleted`
  },
}
