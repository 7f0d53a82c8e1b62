import { html } from '../../html/html.ts'
import { words } from '../../html/pieces.ts'
import { sees } from '../../html/shell.ts'
import type { View } from '../view.ts'
import { ACCOUNT_SECTION, accountMenu } from './account-menu.ts'

export const accountView: View = {
  path: ACCOUNT_SECTION,
  section: ACCOUNT_SECTION,
  async show(_ask, { viewer }) {
    const { account, user } = viewer
    return {
      title: 'Account',
      content: html`${accountMenu(viewer, ACCOUNT_SECTION)}
<dl><dt>Account</dt><dd>${account}</dd>
<dt>Signed in as</dt><dd>${user === undefined ? 'a token' : user.email}</dd>
${user !== undefined && html`<dt>Role</dt><dd>${words(user.role)}</dd>`}</dl>
${user !== undefined && html`<p><a href="/console/sign-in/accounts">Use another account of this address</a></p>`}
${!sees(viewer, 'account') && html`<p class="soft">Owners of the account invite users and change roles.</p>`}`,
    }
  },
}
