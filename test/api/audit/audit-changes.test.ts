import { beforeAll, describe, expect, it } from 'vitest'
import { sitePages } from '../../../cli/wiring/site-pages.ts'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { proofIn, signedInBrowser } from '../../support/console/console-browser.ts'
import { addUser } from '../../support/console/users.ts'
import { createProjectedDatabase, type TestDatabase } from '../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi
let token: string

beforeAll(async () => {
  test = await createProjectedDatabase()
  await createProjectedSchema(test)
  api = await createTestApi(test, { pages: sitePages })
  token = await api.issue({ account: 'acme', scopes: ['account', 'tokens', 'sheets'] })
  await api.issue({ account: 'other' })
})

const call = (method: string, url: string, payload?: object, bearer = token) =>
  api.get(`/v1${url}`, {
    method: method as 'GET',
    headers: { authorization: `Bearer ${bearer}` },
    ...(payload === undefined ? {} : { payload }),
  })

/** The audit log takes no entry while the work runs. */
async function withoutLog<T>(work: () => Promise<T>): Promise<T> {
  await test.database.query(`
    CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON account.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_entry()`)
  try {
    return await work()
  } finally {
    await test.database.query('DROP FUNCTION refuse_entry CASCADE')
  }
}

/** Rows of users, invitations, tokens and sessions, without the time of their last use. */
async function state(): Promise<unknown> {
  const { rows } = await test.database.query(`
    SELECT (SELECT json_agg(u ORDER BY u.id) FROM account.user u) AS users,
      (SELECT json_agg(i ORDER BY i.id) FROM account.invitation i) AS invitations,
      (SELECT json_agg(json_build_array(t.id, t.revoked_at, t.expires_at, t.replaced_by) ORDER BY t.id) FROM account.token t) AS tokens,
      (SELECT json_agg(json_build_array(a.name, a.tier) ORDER BY a.id) FROM account.account a) AS accounts,
      (SELECT count(*) FROM account.console_session) AS sessions,
      (SELECT count(*) FROM account.mail) AS mails`)
  return rows[0]
}

describe('a change that the audit log does not take', () => {
  it('is not made if it is about users, invitations, tokens or tiers', async () => {
    const ids = [
      await addUser(test.database, { account: 'acme', email: 'a@acme.example', role: 'owner' }),
      await addUser(test.database, { account: 'acme', email: 'b@acme.example', role: 'viewer' }),
    ]
    const invitation = (
      await call('POST', '/invitations', { email: 'c@acme.example', role: 'viewer' })
    ).json()
    const made = (await call('POST', '/tokens', { scopes: ['sheets'] })).json()
    const admin = await api.issue({ account: 'operators', scopes: ['admin'] })
    const before = await state()
    await withoutLog(async () => {
      for (const answer of [
        await call('PATCH', `/users/${ids[1]}`, { role: 'editor' }),
        await call('DELETE', `/users/${ids[1]}`),
        await call('POST', '/invitations', { email: 'd@acme.example', role: 'viewer' }),
        await call('DELETE', `/invitations/${invitation.id}`),
        await call('POST', '/tokens', { scopes: ['sheets'] }),
        await call('POST', `/tokens/${made.id}/rotate`, {}),
        await call('DELETE', `/tokens/${made.id}`),
        await call('POST', '/tokens', { account: 'other', scopes: ['read'] }, admin),
        await call('POST', '/tokens', { account: 'other', tier: 'enterprise', scopes: ['read'] }, admin),
        await call('POST', '/tokens', { account: 'new', scopes: ['read'] }, admin),
      ])
        expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
    })
    expect(await state()).toEqual(before)
  })

  it('is not made if it begins or ends a session', async () => {
    const own = await signedInBrowser(api, 'acme')
    const before = await state()
    await withoutLog(async () => {
      const proof = proofIn(await own.open('/console'))
      expect((await own.send('/console/sign-out', { proof })).statusCode).toBe(500)
      await expect(signedInBrowser(api, 'acme')).rejects.toThrow()
    })
    expect((await own.open('/console')).statusCode).toBe(200)
    const after = (await state()) as { sessions: number }
    expect(after.sessions).toBe((before as { sessions: number }).sessions)
  })

  it('is made otherwise, and its answer is not lost', async () => {
    const answer = await withoutLog(() => call('POST', '/bill_sheets', { name: 'Kept' }))
    expect([answer.statusCode, answer.json().name]).toEqual([201, 'Kept'])
  })
})

it('a tier that an operator sets with a token is in the audit log of that account', async () => {
  const admin = await api.issue({ account: 'operators', scopes: ['admin'] })
  await call('POST', '/tokens', { account: 'other', tier: 'business', scopes: ['read'] }, admin)
  await call('POST', '/tokens', { account: 'other', tier: 'business', scopes: ['read'] }, admin)
  const { rows } = await test.database.query(
    `SELECT e.actor, e.action, e.path, e.detail FROM account.audit_entry e JOIN account.account a ON a.id = e.account_id
     WHERE a.name = 'other' AND e.action = 'setTier'`,
  )
  expect(rows).toEqual([
    { actor: 'operator', action: 'setTier', path: '/v1/account', detail: { tier: 'business' } },
  ])
})
