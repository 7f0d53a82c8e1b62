import { beforeAll, describe, expect, it } from 'vitest'
import { removeOldEntries, unwritten } from '../../../api/audit/audit-entry.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { consoleBrowser, proofIn } from '../../support/console/console-browser.ts'
import { linksTo } from '../../support/console/users.ts'
import { createTenant, type Tenant } from '../../support/service/tenant.ts'
import { createWholeApi, type WholeApi } from '../../support/service/whole-api.ts'

type Entry = {
  id: number
  actor: { kind: string; shown: string }
  action: string
  path: string
  detail: Record<string, unknown> | null
}

let whole: WholeApi
let tenant: Tenant

beforeAll(async () => {
  whole = await createWholeApi()
  const story = new EventBuilder()
  const bill = story.bill()
  await whole.projected.apply(story.take())
  tenant = await createTenant(whole, 'acme', bill.id)
})

const call = (method: string, url: string, payload?: object, token = tenant.token, headers = {}) =>
  whole.api.get(url, {
    method: method as 'GET',
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

async function entries(query = 'limit=200'): Promise<Entry[]> {
  const answer = await call('GET', `/v1/audit-log?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const newest = async () => (await entries('limit=1'))[0]!

describe('the audit log of an account', () => {
  it('has every change by a token, with what was changed, and no secret', async () => {
    const found = await entries()
    const done = found.map(({ action, path }) => `${action} ${path}`)
    const { ids } = tenant
    expect(done).toEqual(
      expect.arrayContaining([
        `createWebhookEndpoint /v1/webhook_endpoints/${ids['webhook_endpoints/:id']}`,
        `createBillSheet /v1/bill_sheets/${ids['bill_sheets/:id']}`,
        `createStakeholderPage /v1/stakeholder-pages/${ids['stakeholder-pages/:id']}`,
        `createToken /v1/tokens/${ids['tokens/:id']}`,
        `createWidget /v1/widgets/${ids['widgets/:id']}`,
        `createScorecard /v1/scorecards/${ids['scorecards/:id']}`,
        `createAlertSubscription /v1/alert_subscriptions/${ids['alert_subscriptions/:id']}`,
        `createInvitation /v1/invitations/${ids['invitations/:id']}`,
      ]),
    )
    for (const { actor } of found) expect(actor).toMatchObject({ kind: 'token', shown: /^lgl_…/ })
    const text = JSON.stringify(found)
    for (const secret of tenant.secrets) expect(text).not.toContain(secret)
  })

  it('lists the newest first, and finds one kind of action', async () => {
    const found = await entries()
    expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted((a, b) => b - a))
    expect(new Set((await entries('action=createToken')).map(({ action }) => action))).toEqual(
      new Set(['createToken']),
    )
  })

  it('has one entry for a repeat under one key, and none for what was refused or only read', async () => {
    const before = (await entries()).length
    const key = { 'idempotency-key': 'once' }
    for (const time of [1, 2]) {
      const answer = await call('POST', '/v1/bill_sheets', { name: 'Once' }, tenant.token, key)
      expect(answer.statusCode, `${time}`).toBe(201)
    }
    await call('POST', '/v1/bill_sheets', { name: '' })
    await call('DELETE', '/v1/widgets/987654')
    await call('GET', '/v1/bills')
    expect((await entries()).length).toBe(before + 1)
  })

  it('has no lookup of an address', async () => {
    await call('POST', '/v1/representatives', { address: '101 Birch Ave N, Adamsville, ZZ' })
    expect(JSON.stringify(await entries())).not.toContain('representatives')
  })

  it('has who was given which role, the id of a query, and who read a secret', async () => {
    const id = tenant.ids['invitations/:id']!
    await call('DELETE', `/v1/invitations/${id}`)
    expect((await newest()).detail).toEqual({ email: 'guest@acme.example', role: 'viewer' })
    const alert = tenant.ids['alert_subscriptions/:id']!
    await call('DELETE', `/v1/alert_subscriptions?id=${alert}`)
    expect((await newest()).path).toBe(`/v1/alert_subscriptions/${alert}`)
    const endpoint = tenant.ids['webhook_endpoints/:id']!
    await call('GET', `/api/v1/webhook_endpoints/${endpoint}/secret`)
    expect(await newest()).toMatchObject({ path: `/v1/webhook_endpoints/${endpoint}/secret` })
  })

  it('has what users do in the console, with their sign-ins', async () => {
    const email = 'new@acme.example'
    await call('POST', '/v1/invitations', { email, role: 'owner' })
    const own = consoleBrowser(whole.api)
    await own.send((await linksTo(whole.test.database, email))[0]!)
    const proof = proofIn(await own.open('/console'))
    await own.send('/console/sheets', { proof, name: 'Of a user' })
    await own.send('/console/sign-out', { proof })
    const [out, sheet, signIn, accept] = await entries('limit=4')
    expect([out, sheet, signIn, accept].map((entry) => entry!.action)).toEqual([
      ...['signOut', 'createBillSheet', 'signIn', 'acceptInvitation'],
    ])
    for (const entry of [out, sheet, signIn, accept])
      expect(entry!.actor).toMatchObject({ kind: 'user', shown: email })
  })

  it('says that an operator made a token, without a word about the operator', async () => {
    const admin = await whole.api.issue({ account: 'operators', scopes: ['admin'] })
    await call('POST', '/v1/tokens', { account: 'acme', scopes: ['read'] }, admin)
    expect(await newest()).toMatchObject({ actor: { kind: 'operator', id: null }, action: 'createToken' })
    const other = (await call('GET', '/v1/audit-log', undefined, admin)).json()
    expect(other.data[0].detail.account).toBe('acme')
  })

  it('is never changed, and ends with its time', async () => {
    const { database } = whole.test
    await expect(database.query("UPDATE account.audit_entry SET actor_shown = 'nobody'")).rejects.toThrow(
      /never changes/,
    )
    const later = new Date(Date.now() + 31 * 86_400_000)
    expect(await removeOldEntries(database, 400, later)).toBe(0)
    expect(await removeOldEntries(database, 30, later)).toBeGreaterThan(10)
    expect(await entries()).toEqual([])
  })
})

it('a change that is not in the audit log is named in the log of the process without addresses', () => {
  const entry = {
    account_id: 7,
    actor: { kind: 'user', id: 3, shown: 'ada@acme.example', role: 'owner' },
    action: 'createInvitation',
    path: '/v1/invitations/9',
    detail: { email: 'guest@acme.example' },
  } as const
  const error = Object.assign(new Error('Key (actor_shown)=(ada@acme.example)'), { code: '23503' })
  expect(unwritten(entry, error)).toEqual({
    code: '23503',
    account_id: 7,
    actor: 'user',
    actor_id: 3,
    action: 'createInvitation',
    path: '/v1/invitations/9',
  })
})
