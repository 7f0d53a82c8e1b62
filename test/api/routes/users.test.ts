import { beforeAll, describe, expect, it } from 'vitest'
import { asCaller } from '../../../api/access/inside-caller.ts'
import { invitationUpkeep } from '../../../api/users/ended-invitations.ts'
import { INVITATION_DAYS } from '../../../api/users/invitations.ts'
import { DAY_MS } from '../../../runtime/durations.ts'
import { scopesOf } from '../../../schemas/http/service/roles.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { addUser, linksTo } from '../../support/console/users.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi
let token: string
const clock = createManualClock(new Date().toISOString())

beforeAll(async () => {
  test = await createTestDatabase()
  api = await createTestApi(test, { clock })
  token = await api.issue({ account: 'acme', scopes: ['account'] })
})

const call = (method: string, url: string, payload?: object, bearer = token) =>
  api.get(`/v1${url}`, {
    method: method as 'GET',
    headers: { authorization: `Bearer ${bearer}` },
    ...(payload === undefined ? {} : { payload }),
  })
const invite = (email: string, role = 'editor', bearer = token) =>
  call('POST', '/invitations', { email, role }, bearer)

describe('an invitation', () => {
  it('shows the account who invited; its link is in the mail alone, in no answer and in no row', async () => {
    const made = await invite('Ada@acme.example', 'owner')
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ email: 'Ada@acme.example', role: 'owner', accepted_at: null })
    expect(made.json().invited_by).toMatch(/^lgl_…/)
    const [link] = await linksTo(test.database, 'ada@acme.example')
    const linkToken = link!.split('/').at(-1)!
    const one = await call('GET', `/invitations/${made.json().id}`)
    const list = await call('GET', '/invitations')
    for (const { body } of [made, one, list]) expect(body).not.toContain(linkToken)
    const { rows } = await test.database.query('SELECT * FROM account.invitation')
    expect(JSON.stringify(rows)).not.toContain(linkToken)
  })

  it('is one for each address: another one replaces the link, and the mail with the earlier link if it waits', async () => {
    const first = await invite('twice@acme.example', 'viewer')
    const [earlier] = await linksTo(test.database, 'twice@acme.example')
    const second = await invite('TWICE@acme.example', 'editor')
    expect(second.json().id).toBe(first.json().id)
    expect(second.json().role).toBe('editor')
    const waiting = await linksTo(test.database, 'twice@acme.example')
    expect(waiting).toHaveLength(1)
    expect(waiting).not.toContain(earlier)
  })

  it('is mailed three times a day to one address over all accounts, and never after an opt-out; the answer is the same', async () => {
    for (const account of ['one', 'two', 'three', 'four', 'five']) {
      const bearer = await api.issue({ account, scopes: ['account'] })
      expect((await invite('often@acme.example', 'editor', bearer)).statusCode).toBe(201)
    }
    expect(await linksTo(test.database, 'often@acme.example')).toHaveLength(3)
    await test.database.query(
      "INSERT INTO account.mail_recipient (recipient, opted_out_at) VALUES (sha256('never@acme.example'), now())",
    )
    expect((await invite('never@acme.example')).statusCode).toBe(201)
    expect(await linksTo(test.database, 'never@acme.example')).toEqual([])
  })

  it('is refused for a text that is no mailbox, a user of the account, and a role that does not exist', async () => {
    await addUser(test.database, { account: 'acme', email: 'known@acme.example', role: 'viewer' })
    expect((await invite('KNOWN@acme.example')).json().code).toBe('conflict')
    expect((await invite('a@b, c@d')).json().code).toBe('invalid_body')
    expect((await invite('x@acme.example', 'admin')).json().code).toBe('invalid_body')
  })

  it('counts as long as it is open: an account may invite on after many were accepted or ended', async () => {
    const bearer = await api.issue({ account: 'many', scopes: ['account'] })
    const fill = (name: string, accepted: string, expires: string) =>
      test.database.query(
        `INSERT INTO account.invitation (account_id, email, recipient, role, invited_by, accepted_at, expires_at)
         SELECT a.id, $1 || n, sha256(($1 || n)::bytea), 'viewer', 'an owner', ${accepted}, $2::timestamptz + ${expires}
         FROM account.account a, generate_series(1, 100) n WHERE a.name = 'many'`,
        [name, clock.now()],
      )
    await fill('accepted', 'now()', "interval '1 day'")
    await fill('ended', 'NULL', "interval '-1 day'")
    expect((await invite('first@many.example', 'viewer', bearer)).statusCode).toBe(201)
    await fill('open', 'NULL', "interval '1 day'")
    expect((await invite('late@many.example', 'viewer', bearer)).json()).toMatchObject({
      code: 'limit_reached',
      detail: 'An account has at most 100 open invitations: delete one first.',
    })
  })

  it('gets a new link also if the account has as many as it may have', async () => {
    const bearer = await api.issue({ account: 'full', scopes: ['account'] })
    const first = await invite('known@full.example', 'viewer', bearer)
    await test.database.query(
      `INSERT INTO account.invitation (account_id, email, recipient, role, invited_by, expires_at)
       SELECT a.id, 'x' || n, sha256(('x' || n)::bytea), 'viewer', 'an owner', $1::timestamptz + interval '1 day'
       FROM account.account a, generate_series(1, 99) n WHERE a.name = 'full'`,
      [clock.now()],
    )
    const again = await invite('known@full.example', 'editor', bearer)
    expect([again.statusCode, again.json().id]).toEqual([201, first.json().id])
    expect((await invite('other@full.example', 'viewer', bearer)).statusCode).toBe(409)
  })

  it('becomes a tombstone without the address when it is withdrawn, and its mail is not sent', async () => {
    const { id } = (await invite('gone@acme.example')).json()
    expect((await call('DELETE', `/invitations/${id}`)).statusCode).toBe(204)
    expect((await call('GET', `/invitations/${id}`)).statusCode).toBe(404)
    expect(await linksTo(test.database, 'gone@acme.example')).toEqual([])
    const { rows } = await test.database.query('SELECT * FROM account.invitation WHERE id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain('gone@')
  })
})

describe('the role operator', () => {
  it('is given and taken by operators only', async () => {
    const admin = await api.issue({ account: 'acme', scopes: ['admin'] })
    const operator = await addUser(test.database, {
      account: 'acme',
      email: 'op@acme.example',
      role: 'operator',
    })
    const viewer = await addUser(test.database, { account: 'acme', email: 'v@acme.example', role: 'viewer' })
    const refused = [
      await invite('x@acme.example', 'operator'),
      await call('PATCH', `/users/${viewer}`, { role: 'operator' }),
      await call('PATCH', `/users/${operator}`, { role: 'viewer' }),
      await call('DELETE', `/users/${operator}`),
    ]
    for (const answer of refused)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'insufficient_scope'])
    const made = await invite('x@acme.example', 'operator', admin)
    expect(made.statusCode).toBe(201)
    expect((await call('DELETE', `/invitations/${made.json().id}`)).statusCode).toBe(403)
    expect((await call('PATCH', `/users/${viewer}`, { role: 'operator' }, admin)).statusCode).toBe(200)
    expect((await call('DELETE', `/users/${operator}`, undefined, admin)).statusCode).toBe(204)
  })
})

describe('an account', () => {
  it('keeps its last owner, also if two owners leave at the same time', async () => {
    const bearer = await api.issue({ account: 'owners', scopes: ['account'] })
    const add = (email: string) => addUser(test.database, { account: 'owners', email, role: 'owner' })
    const ids = [await add('a@owners.example'), await add('b@owners.example')]
    const left = await Promise.all(ids.map((id) => call('DELETE', `/users/${id}`, undefined, bearer)))
    expect(left.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    const { data } = (await call('GET', '/users', undefined, bearer)).json()
    expect(data).toHaveLength(1)
    const [last] = data
    for (const role of ['editor', 'viewer'])
      expect((await call('PATCH', `/users/${last.id}`, { role }, bearer)).json().code).toBe('conflict')
    expect((await call('PATCH', `/users/${last.id}`, { role: 'owner' }, bearer)).statusCode).toBe(200)
  })

  it('loses the open invitations of a user who leaves or may invite no more', async () => {
    const { rows } = await test.database.query<{ id: number }>(
      "SELECT id FROM account.account WHERE name = 'acme'",
    )
    const email = 'rogue@acme.example'
    const id = await addUser(test.database, { account: 'acme', email, role: 'owner' })
    await addUser(test.database, { account: 'acme', email: 'stays@acme.example', role: 'owner' })
    const caller = { kind: 'user', id, shown: email, role: 'owner' } as const
    const account = {
      id: rows[0]!.id,
      name: 'acme',
      tier: 'enterprise',
      scopes: scopesOf('owner'),
      caller,
    } as const
    const made = await asCaller(account, () =>
      api.app.inject({
        method: 'POST',
        url: '/v1/invitations',
        payload: { email: 'back@door.example', role: 'owner' },
      }),
    )
    expect(made.json().invited_by).toBe(email)
    expect((await call('PATCH', `/users/${id}`, { role: 'editor' })).statusCode).toBe(200)
    expect((await call('GET', `/invitations/${made.json().id}`)).statusCode).toBe(404)
  })
})

describe('a removed user', () => {
  it('leaves a tombstone that names nobody', async () => {
    const id = await addUser(test.database, { account: 'acme', email: 'left@acme.example', role: 'editor' })
    const invited = `INSERT INTO account.invitation
      (account_id, email, recipient, role, invited_by, invited_by_user, expires_at, accepted_at)`
    await test.database.query(
      `${invited} SELECT account_id, email, recipient, role, 'an owner', NULL, now(), now() FROM account.user WHERE id = $1`,
      [id],
    )
    await test.database.query(
      `${invited} SELECT account_id, 'guest@acme.example', sha256('guest'), role, email, id, now(), now()
       FROM account.user WHERE id = $1`,
      [id],
    )
    expect((await call('DELETE', `/users/${id}`)).statusCode).toBe(204)
    expect((await call('GET', `/users/${id}`)).statusCode).toBe(404)
    const { rows } = await test.database.query('SELECT * FROM account.user WHERE id = $1', [id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('left@')
    const { rows: invitations } = await test.database.query(
      `SELECT email, invited_by FROM account.invitation WHERE email = 'guest@acme.example'
         OR email = 'left@acme.example' OR invited_by = 'left@acme.example'`,
    )
    expect(invitations).toEqual([{ email: 'guest@acme.example', invited_by: 'a former user' }])
  })
})

it('addresses of invitations are erased 30 days after their end, in every account', async () => {
  const made = await call('POST', '/invitations', { email: 'late@acme.example', role: 'viewer' })
  const addressIn = async (days: number) => {
    await invitationUpkeep(test.database).sweep(new Date(Date.now() + days * DAY_MS))
    const { rows } = await test.database.query('SELECT email FROM account.invitation WHERE id = $1', [
      made.json().id,
    ])
    return rows
  }
  expect(await addressIn(INVITATION_DAYS + 29)).toEqual([{ email: 'late@acme.example' }])
  expect(await addressIn(INVITATION_DAYS + 31)).toEqual([{ email: null }])
  const { rows: mails } = await test.database.query(
    "SELECT key FROM account.mail WHERE recipient = 'late@acme.example'",
  )
  expect(mails).toEqual([])
  const { rows: counted } = await test.database.query('SELECT recipient FROM account.invitation_mail')
  expect(counted).toEqual([])
})
