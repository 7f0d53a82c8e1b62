import { fieldsWith, textField } from '../../html/form-fields.ts'
import { html } from '../../html/html.ts'
import { postForm } from '../../html/shell.ts'
import type { Action, View } from '../view.ts'
import { ACCOUNT_SECTION, accountMenu } from './account-menu.ts'

const PATH = '/console/account/data'

export const accountDataView: View = {
  path: PATH,
  section: ACCOUNT_SECTION,
  async show(ask, { viewer }) {
    const { name } = await ask.get<{ name: string }>('/v1/account')
    return {
      title: 'Export and delete',
      content: html`${accountMenu(viewer, PATH)}
<section><h2>Export</h2><p>Everything that the account owns, as one file with a line of JSON for each row. Secrets are left out.</p>
<p><a href="/console/account/export" download="account.ndjson">Export the account</a></p></section>
<section><h2>Delete the account</h2><p>Users and tokens are signed out. Sheets, pages, widgets, alerts, webhooks, scorecards, contacts and the audit log are deleted. Published scorecards are no longer public. Nothing can be restored.</p>
${postForm(
  viewer,
  `${PATH}/delete`,
  fieldsWith(
    html`<button class="danger">Delete the account for good</button>`,
    textField(
      { name: 'name', label: 'Name of the account', hint: `Type ${name} to confirm.` },
      html` required autocomplete="off" maxlength="300"`,
    ),
  ),
)}</section>`,
    }
  },
}

export const deleteAccountAction: Action = {
  path: `${PATH}/delete`,
  section: ACCOUNT_SECTION,
  async act(ask, { form }) {
    await ask.send('DELETE', `/v1/account?${new URLSearchParams({ name: form.name ?? '' }).toString()}`)
    return '/console/sign-in'
  },
}
