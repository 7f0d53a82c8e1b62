import type { Static } from 'typebox'
import { type Scope, scopes } from '../../../../schemas/http/service/scopes.ts'
import type { TokenCreated, TokenItem } from '../../../../schemas/http/service/token.ts'
import { checkBox, fieldset, fieldsWith, textField } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { day, nextPage, notice, table } from '../../html/pieces.ts'
import { postForm, rowDeletion, sees, type Viewer } from '../../html/shell.ts'
import { type Action, only, type Page, type View } from '../view.ts'
import { ACCOUNT_SECTION, accountMenu } from './account-menu.ts'

type Token = Static<typeof TokenItem>

const PATH = '/console/account/tokens'

export const tokensView: View = {
  path: PATH,
  section: ACCOUNT_SECTION,
  async show(ask, { viewer, query }) {
    const page = await ask.get<Page<Token>>('/v1/tokens', { ...only(query, ['cursor']), limit: '100' })
    return {
      title: 'Tokens',
      content: html`${accountMenu(viewer, PATH)}<p>Programs use tokens. A token belongs to the account, and stays when its maker leaves.</p>
${page.data.length > 0 && tokensTable(viewer, page.data)}${nextPage(PATH, {}, page.next_cursor)}${newToken(viewer)}`,
    }
  },
}

const stateOf = ({ revoked_at, expires_at }: Token): Part => {
  if (revoked_at !== null) return html`revoked ${day(revoked_at)}`
  return expires_at === null ? 'works' : html`until ${day(expires_at)}`
}

const tokensTable = (viewer: Viewer, tokens: readonly Token[]): Markup =>
  table(
    ['Token', 'Scopes', 'Made', 'State', 'Action'],
    tokens.map((one): readonly Part[] => [
      one.shown,
      one.scopes.join(', '),
      day(one.created_at),
      stateOf(one),
      one.revoked_at === null &&
        rowDeletion(viewer, {
          action: `${PATH}/${one.id}/revoke`,
          does: 'Revoke',
          name: one.shown,
          effect: 'Programs that use it are refused at once. It cannot work again.',
        }),
    ]),
  )

const GIVES: Readonly<Record<Scope, string>> = {
  read: 'bills, people, votes and regulations',
  find_your_rep: 'lookups of addresses, which are counted',
  webhooks: 'endpoints and deliveries',
  webhook_secrets: 'secrets of endpoints',
  alerts: 'digests',
  sheets: 'sheets, pages and widgets',
  scorecards: 'scorecards of the account',
  leads: 'people who signed up at widgets',
  tokens: 'tokens of the account',
  account: 'users, the audit log, the export and the end of the account',
  admin: 'the whole service',
}

/** A token cannot grant what its maker lacks. */
const grantable = (viewer: Viewer): readonly Scope[] =>
  scopes.filter((scope) => (scope === 'leads' ? viewer.scopes.includes(scope) : sees(viewer, scope)))

const newToken = (viewer: Viewer): Markup =>
  html`<section><h2>New token</h2>${postForm(
    viewer,
    PATH,
    fieldsWith(
      'Make the token',
      html`${fieldset(
        'It may',
        grantable(viewer).map((scope) =>
          checkBox({
            name: `scope_${scope}`,
            label: scope,
            value: scope === 'read' ? 'yes' : '',
            hint: GIVES[scope],
          }),
        ),
      )}${textField({ name: 'expires', label: 'Last day', hint: 'Empty: it works until it is revoked.' }, html` type="date"`)}`,
    ),
  )}</section>`

export const newTokenAction: Action = {
  path: PATH,
  section: ACCOUNT_SECTION,
  async act(ask, { viewer, form }) {
    const asked = scopes.filter((scope) => form[`scope_${scope}`] === 'yes')
    const token = await ask.send<Static<typeof TokenCreated>>('POST', '/v1/tokens', {
      scopes: asked,
      expires_at: form.expires,
    })
    return {
      title: 'New token',
      content: html`${accountMenu(viewer, PATH)}${notice('Copy it now: it is shown only once.')}<pre class="secret" tabindex="0" aria-label="Token">${token.token}</pre>
<p><a href="${PATH}">Back to tokens</a></p>`,
    }
  },
}

export const revokeTokenAction: Action = {
  path: `${PATH}/:id/revoke`,
  section: ACCOUNT_SECTION,
  async act(ask, { params }) {
    await ask.send('DELETE', `/v1/tokens/${params.id}`)
    return PATH
  },
}
