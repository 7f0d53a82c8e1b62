import { beforeAll, describe, expect, it } from 'vitest'
import { type Role, roles } from '../../../schemas/http/service/roles.ts'
import { actions, views } from '../../../site/console/all-views.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { type ConsoleBrowser, proofIn } from '../../support/console/console-browser.ts'
import { ownedPaths, withIds } from '../../support/console/tenant-paths.ts'
import { addUser, browserOfUser } from '../../support/console/users.ts'
import { createTenant, type Tenant } from '../../support/service/tenant.ts'
import { createWholeApi, type WholeApi } from '../../support/service/whole-api.ts'
import { tableHashes } from '../../support/stores/table-hashes.ts'

let whole: WholeApi
let theirs: Tenant
let mine: Tenant

beforeAll(async () => {
  whole = await createWholeApi()
  const story = new EventBuilder()
  const [first, second] = [story.bill(), story.bill()]
  await whole.projected.apply(story.take())
  theirs = await createTenant(whole, 'alpha-corporation', first.id)
  mine = await createTenant(whole, 'omega-union', second.id)
  for (const role of roles) {
    const email = `${role}@rights.example`
    await addUser(whole.test.database, { account: mine.name, email, role })
  }
})

/** Marks of the other account that are not part of the address itself: a refusal repeats the id. */
const marksBeside = (path: string): readonly string[] =>
  theirs.marks.filter((mark) => !withIds(path, theirs).includes(mark))

/** A session notes its use, and calls are counted. Neither is content of an account. */
const state = () =>
  tableHashes(whole.test.database, {
    schemas: ['account', 'alerts', 'webhook', 'ingest'],
    without: ['account.console_session', 'account.request_count'],
  })

/** What forms send, as far as an action needs it to be accepted by the API. */
const FORM: Readonly<Record<string, string>> = {
  ...{
    name: 'taken',
    title: 'taken',
    role: 'viewer',
    email: 'eve@evil.example',
    text: 'HB 1',
    note: 'taken',
  },
  ...{ scope_read: 'yes', slug: 'taken', url: 'https://evil.example/', events: '*', type: 'bill', hour: '7' },
  ...{ origins: 'https://evil.example', since: '2026-01-01T00:00', zone: 'UTC', sheet: '1', bills: '1' },
}

const signedIn = async (role: Role): Promise<{ own: ConsoleBrowser; proof: string }> => {
  const where = { api: whole.api, database: whole.test.database }
  const own = await browserOfUser(where, `${role}@rights.example`)
  return { own, proof: proofIn(await own.open('/console')) }
}

describe('a user of another account', () => {
  it('opens no page of it', async () => {
    const { own } = await signedIn('owner')
    for (const path of ownedPaths(views)) {
      const { statusCode, body } = await own.open(withIds(path, theirs))
      expect(statusCode, path).toBe(404)
      for (const mark of marksBeside(path)) expect(body, path).not.toContain(mark)
      expect((await own.open(withIds(path, mine))).statusCode, path).toBe(200)
    }
  })

  it('changes nothing of it by any form', async () => {
    const { own, proof } = await signedIn('owner')
    for (const path of ownedPaths(actions)) {
      const before = await state()
      const { statusCode, body } = await own.send(withIds(path, theirs), { ...FORM, proof })
      expect([400, 404], `${path}: ${statusCode}`).toContain(statusCode)
      for (const mark of marksBeside(path)) expect(body, path).not.toContain(mark)
      expect(await state(), path).toEqual(before)
    }
  }, 60_000)

  it('sees none of it in any list', async () => {
    const { own } = await signedIn('operator')
    for (const path of views.map(({ path }) => path).filter((path) => !path.includes(':'))) {
      const { statusCode, body } = await own.open(path)
      expect([200, 403], path).toContain(statusCode)
      if (path === '/console/operations') continue
      for (const mark of theirs.marks) expect(body, path).not.toContain(mark)
    }
  })
})

describe('a viewer', () => {
  it('changes nothing by any form, and sees none', async () => {
    const { own, proof } = await signedIn('viewer')
    for (const { path } of actions) {
      // It reads: the answer is about a place, and nothing of the account.
      if (path === '/console/lookup') continue
      const before = await state()
      const { statusCode } = await own.send(withIds(path, mine), { ...FORM, proof })
      expect([403, 400], `${path}: ${statusCode}`).toContain(statusCode)
      expect(await state(), path).toEqual(before)
    }
    for (const { path } of views) {
      const { statusCode, body } = await own.open(withIds(path, mine))
      if (statusCode !== 200) continue
      const forms = [...body.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action)
      expect(forms, path).toEqual(['/console/sign-out', '/console/sign-out?everywhere=true'])
    }
  }, 60_000)
})

describe('an editor', () => {
  it('opens and changes nothing of users and tokens', async () => {
    const { own, proof } = await signedIn('editor')
    const before = await state()
    for (const path of ['/console/account/users', '/console/account/tokens'])
      expect((await own.open(path)).statusCode, path).toBe(403)
    for (const { path } of actions.filter(({ path }) => path.startsWith('/console/account/'))) {
      const { statusCode } = await own.send(withIds(path, mine), { ...FORM, proof, role: 'owner' })
      expect(statusCode, path).toBe(403)
    }
    expect(await state()).toEqual(before)
  })
})

describe('an owner', () => {
  it('makes no operator, and no token with rights that it lacks', async () => {
    const { own, proof } = await signedIn('owner')
    const before = await state()
    const operator = { proof, role: 'operator', email: 'eve@evil.example' }
    const user = mine.ids['users/:id']!
    for (const answer of [
      await own.send('/console/account/invitations', operator),
      await own.send(`/console/account/users/${user}/role`, operator),
      await own.send('/console/account/tokens', { proof, scope_admin: 'yes' }),
    ])
      expect(answer.statusCode, answer.body).toBe(403)
    expect((await own.open('/console/operations')).statusCode).toBe(403)
    expect(await state()).toEqual(before)
  })

  it('makes a token that is shown once', async () => {
    const { own, proof } = await signedIn('owner')
    const made = await own.send('/console/account/tokens', { proof, scope_read: 'yes' })
    const token = /<pre class="secret"[^>]*>(lgl_\w+)<\/pre>/.exec(made.body)![1]!
    const answer = await whole.api.get('/v1/bills', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(200)
    expect((await own.open('/console/account/tokens')).body).not.toContain(token)
  })
})
