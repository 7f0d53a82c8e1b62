import { html, type Markup } from '../../html/html.ts'
import { words } from '../../html/pieces.ts'
import { sees, type Viewer } from '../../html/shell.ts'
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
${!sees(viewer, 'account') && ownersOnly(viewer)}`,
    }
  },
}

/** An account that is used with tokens alone gets its first owner from the machine that runs the service. */
const ownersOnly = ({
  account,
  user,
}: Viewer): Markup => html`<section><h2>Users, tokens and the audit log</h2>
<p>Owners of the account invite people, give roles, make tokens, read the audit log, and export or delete the account.</p>
${
  user === undefined &&
  html`<p>Your token lacks the scope <code>account</code>. If the account has no owner yet, the person who runs the service makes one: this command prints a link, which works once.</p>
<pre class="secret" tabindex="0" aria-label="Command">npm run legislog -- users invite you@example.org --account ${account}</pre>`
}</section>`
