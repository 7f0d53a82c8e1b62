import type { Static } from 'typebox'
import { accountRoles, roles } from '../../../../schemas/http/service/roles.ts'
import type { InvitationItem, UserItem } from '../../../../schemas/http/service/user.ts'
import { choice, fieldsWith, type Option, textField } from '../../html/form-fields.ts'
import { html, type Markup, type Part } from '../../html/html.ts'
import { day, doneNotice, nextPage, notice, table, words } from '../../html/pieces.ts'
import { postForm, rowDeletion, type Viewer } from '../../html/shell.ts'
import { type Action, only, type Page, type View } from '../view.ts'
import { ACCOUNT_SECTION, accountMenu } from './account-menu.ts'

type User = Static<typeof UserItem>
type Invitation = Static<typeof InvitationItem>

const PATH = '/console/account/users'

/** Only operators see the role operator. */
const givable = (viewer: Viewer) => (viewer.scopes.includes('admin') ? roles : accountRoles)

const ROLES: Readonly<Record<string, string>> = {
  owner: 'everything in the account, with its users, tokens and contacts',
  editor: 'makes and changes sheets, pages, widgets, alerts, webhooks and scorecards',
  viewer: 'reads, and changes nothing',
  operator: 'looks after the whole service',
}

export const usersView: View = {
  path: PATH,
  section: ACCOUNT_SECTION,
  async show(ask, { viewer, query }) {
    const [users, invitations] = await Promise.all([
      ask.get<Page<User>>('/v1/users', { ...only(query, ['cursor']), limit: '100' }),
      ask.get<Page<Invitation>>('/v1/invitations', { limit: '100' }),
    ])
    const open = invitations.data.filter(({ accepted_at }) => accepted_at === null)
    return {
      title: 'Users',
      content: html`${accountMenu(viewer, PATH)}${doneNotice(query, DONE)}
${users.data.length === 0 ? notice('The account has no users yet: it is used with tokens. Invite an owner first.') : usersTable(viewer, users.data)}
${nextPage(PATH, {}, users.next_cursor)}
${open.length > 0 && html`<h2>Open invitations</h2>${invitationsTable(viewer, open)}`}
${inviteForm(viewer, users.data.length === 0)}
<h2>Roles</h2><dl>${givable(viewer).map((role) => html`<dt>${words(role)}</dt><dd>${ROLES[role]}</dd>`)}</dl>`,
    }
  },
}

const DONE = {
  invited: 'The invitation is on its way. Its link works once, for seven days.',
  withdrawn: 'The invitation is withdrawn. Its link does not work any more.',
  changed: 'The role is changed. The user signs in again.',
  removed: 'The user is removed, and signed out. Revoke the tokens that the person knows.',
}

const usersTable = (viewer: Viewer, users: readonly User[]): Markup =>
  table(
    ['Address', 'Role', 'Last sign-in', 'Action'],
    users.map((user): readonly Part[] => [
      user.email,
      words(user.role),
      day(user.signed_in_at) ?? 'never',
      html`${postForm(
        viewer,
        `${PATH}/${user.id}/role`,
        html`${choice({
          name: 'role',
          id: `role-${user.id}`,
          label: `Role of ${user.email}`,
          value: user.role,
          options: optionsOf(viewer),
        })}<button class="plain" aria-label="Change the role of ${user.email}">Change</button>`,
      )}${rowDeletion(viewer, {
        action: `${PATH}/${user.id}/remove`,
        does: 'Remove',
        name: user.email,
        effect: 'The person is signed out at once. What the person made stays in the account.',
      })}`,
    ]),
  )

const invitationsTable = (viewer: Viewer, invitations: readonly Invitation[]): Markup =>
  table(
    ['Address', 'Role', 'Invited by', 'Until', 'Action'],
    invitations.map((one): readonly Part[] => [
      one.email,
      words(one.role),
      one.invited_by,
      day(one.expires_at),
      postForm(
        viewer,
        `/console/account/invitations/${one.id}/withdraw`,
        html`<button class="plain" aria-label="Withdraw the invitation of ${one.email}">Withdraw</button>`,
      ),
    ]),
  )

const optionsOf = (viewer: Viewer): readonly Option[] =>
  givable(viewer).map((role) => ({ value: role, name: words(role) }))

const inviteForm = (viewer: Viewer, isFirst: boolean): Markup =>
  html`<section><h2>Invite</h2>${postForm(
    viewer,
    '/console/account/invitations',
    fieldsWith(
      'Send the invitation',
      html`${textField({ name: 'email', label: 'Mail address' }, html` type="email" required maxlength="254" autocomplete="off"`)}${choice(
        {
          name: 'role',
          label: 'Role',
          value: isFirst ? 'owner' : 'editor',
          options: optionsOf(viewer),
        },
      )}`,
    ),
  )}</section>`

export const inviteAction: Action = {
  path: '/console/account/invitations',
  section: ACCOUNT_SECTION,
  async act(ask, { form }) {
    await ask.send('POST', '/v1/invitations', { email: form.email ?? '', role: form.role ?? '' })
    return `${PATH}?done=invited`
  },
}

export const withdrawAction: Action = {
  path: '/console/account/invitations/:id/withdraw',
  section: ACCOUNT_SECTION,
  async act(ask, { params }) {
    await ask.send('DELETE', `/v1/invitations/${params.id}`)
    return `${PATH}?done=withdrawn`
  },
}

export const changeRoleAction: Action = {
  path: `${PATH}/:id/role`,
  section: ACCOUNT_SECTION,
  async act(ask, { params, form }) {
    await ask.send('PATCH', `/v1/users/${params.id}`, { role: form.role ?? '' })
    return `${PATH}?done=changed`
  },
}

export const removeUserAction: Action = {
  path: `${PATH}/:id/remove`,
  section: ACCOUNT_SECTION,
  async act(ask, { params }) {
    await ask.send('DELETE', `/v1/users/${params.id}`)
    return `${PATH}?done=removed`
  },
}
