import { beforeAll, describe, expect, it } from 'vitest'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import { consoleBrowser, proofIn } from '../../support/console/console-browser.ts'
import { addUser, browserOfUser, linksTo } from '../../support/console/users.ts'

const NOT_WORKING = 'This link does not work'
const MINUTE_MS = 60_000
let world: SheetWorld

beforeAll(async () => {
  world = await createSheetWorld({ settings: { visitor_forms_a_minute: 0 } })
  for (const account of ['acme', 'beta']) await world.api.issue({ account })
  await addUser(world.test.database, { account: 'acme', email: 'Ada@acme.example', role: 'owner' })
  await addUser(world.test.database, { account: 'acme', email: 'both@acme.example', role: 'editor' })
  await addUser(world.test.database, { account: 'beta', email: 'both@acme.example', role: 'viewer' })
})

const browser = () => consoleBrowser(world.api)
const linkTo = async (email: string) => (await linksTo(world.test.database, email))[0]!
const openedBy = (email: string) => browserOfUser({ api: world.api, database: world.test.database }, email)

/** A form, from a page of an origin, with a cookie. */
const post = (url: string, cookie: string, origin: string) =>
  world.api.app.inject({
    method: 'POST',
    url,
    headers: { origin, cookie, host: 'api.example.org', 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })

describe('a link to sign in', () => {
  it('opens a page that does nothing, and its button signs in once', async () => {
    const own = browser()
    await own.send('/console/sign-in/mail', { email: 'ada@ACME.example' })
    const link = await linkTo('ada@acme.example')
    for (const time of [1, 2]) expect((await own.open(link)).statusCode, `${time}`).toBe(200)
    const answer = await own.send(link)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console'])
    expect((await own.open('/console')).body).toContain('acme, Ada@acme.example')
    const again = await own.send(link)
    expect([again.statusCode, again.body.includes(NOT_WORKING)]).toEqual([404, true])
  })

  it('works in no other browser than the one that asked, also if that one asked too', async () => {
    const own = browser()
    await own.send('/console/sign-in/mail', { email: 'ada@acme.example' })
    const link = await linkTo('ada@acme.example')
    const thief = browser()
    await thief.send('/console/sign-in/mail', { email: 'thief@acme.example' })
    for (const other of [browser(), thief]) {
      const stolen = await other.send(link)
      expect([stolen.statusCode, stolen.body.includes(NOT_WORKING)]).toEqual([404, true])
      expect((await other.open('/console')).headers.location).toBe('/console/sign-in')
    }
    expect((await own.send(link)).statusCode).toBe(303)
  })

  it('ends after 15 minutes', async () => {
    const own = browser()
    await own.send('/console/sign-in/mail', { email: 'both@acme.example' })
    const link = await linkTo('both@acme.example')
    world.clock.advance(15 * MINUTE_MS)
    expect((await own.send(link)).statusCode).toBe(404)
    world.clock.advance(60 * MINUTE_MS)
  })

  it('is asked for and used by forms of the console only', async () => {
    const own = browser()
    const evil = { origin: 'https://evil.example' }
    const asked = await own.send('/console/sign-in/mail', { email: 'ada@acme.example' }, evil)
    expect(asked.statusCode).toBe(400)
    await own.send('/console/sign-in/mail', { email: 'ada@acme.example' })
    const link = await linkTo('ada@acme.example')
    expect((await own.send(link, {}, evil)).statusCode).toBe(400)
    expect((await own.send(link)).statusCode).toBe(303)
    world.clock.advance(60 * MINUTE_MS)
  })

  it('is stored as a hash only, and leads to the address in the settings, whatever the request says', async () => {
    const own = browser()
    await own.send('/console/sign-in/mail', { email: 'ada@acme.example' })
    const token = (await linkTo('ada@acme.example')).split('/').at(-1)!
    const { rows } = await world.test.database.query('SELECT * FROM account.sign_in_link')
    expect(JSON.stringify(rows)).not.toContain(token)
    const { rows: mails } = await world.test.database.query<{ body: string }>(
      "SELECT body FROM account.mail WHERE key LIKE 'sign-in %'",
    )
    for (const { body } of mails) expect(body).not.toContain('api.example.org')
    world.clock.advance(60 * MINUTE_MS)
  })

  it('is limited by the address of the visitor', async () => {
    const strict = await createSheetWorld({ settings: { visitor_forms_a_minute: 2 } })
    const own = consoleBrowser(strict.api)
    const codes: number[] = []
    for (let time = 0; time < 4; time += 1) {
      codes.push((await own.send('/console/sign-in/mail', { email: `v${time}@acme.example` })).statusCode)
    }
    expect(codes).toEqual([200, 200, 429, 429])
  })

  it('renews the session, and ends the one before', async () => {
    const own = await openedBy('ada@acme.example')
    const before = own.cookie()
    await own.send('/console/sign-in/mail', { email: 'ada@acme.example' })
    await own.send(await linkTo('ada@acme.example'))
    expect(own.cookie()).not.toBe(before)
    const old = await world.api.app.inject({ url: '/console', headers: { cookie: before } })
    expect(old.headers.location).toBe('/console/sign-in')
    world.clock.advance(60 * MINUTE_MS)
  })
})

describe('an address with several accounts', () => {
  it('chooses one, and changes to another later, each time in a new session', async () => {
    const own = browser()
    await own.send('/console/sign-in/mail', { email: 'both@acme.example' })
    const link = await linkTo('both@acme.example')
    const choice = await own.send(link)
    expect(choice.statusCode).toBe(200)
    const ids = [...choice.body.matchAll(/name="user" value="(\d+)">(\w+)</g)]
    expect(ids.map(([, , name]) => name)).toEqual(['acme', 'beta'])
    expect((await own.send(link, { user: '987654' })).statusCode).toBe(404)
    expect((await own.send(link, { user: ids[1]![1]! })).statusCode).toBe(303)
    const page = await own.open('/console')
    expect(page.body).toContain('beta, both@acme.example')

    const before = own.cookie()
    const proof = proofIn(page)
    const changed = await own.send('/console/sign-in/accounts', { proof, user: ids[0]![1]! })
    expect(changed.statusCode).toBe(303)
    expect(own.cookie()).not.toBe(before)
    expect((await own.open('/console')).body).toContain('acme, both@acme.example')
    world.clock.advance(60 * MINUTE_MS)
  })

  it('changes to no account in which it is no user, and no token does', async () => {
    const { rows } = await world.test.database.query<{ id: number }>(
      "SELECT id FROM account.user WHERE email = 'Ada@acme.example'",
    )
    const user = String(rows[0]!.id)
    const own = browser()
    await own.send('/console/sign-in', { token: await world.api.issue({ account: 'beta' }) })
    const proof = proofIn(await own.open('/console'))
    expect((await own.send('/console/sign-in/accounts', { proof, user })).statusCode).toBe(404)
    await own.send('/console/sign-in/mail', { email: 'both@acme.example' })
    const link = await linkTo('both@acme.example')
    expect((await own.send(link, { user })).statusCode).toBe(404)
    expect((await own.open('/console')).body).not.toContain('Ada@')
    world.clock.advance(60 * MINUTE_MS)
  })
})

describe('an invitation', () => {
  const invite = async (email: string, role = 'editor') => {
    const token = await world.api.issue({ account: 'acme', scopes: ['account'] })
    const answer = await world.call(
      'POST',
      '/invitations',
      { email, role },
      { authorization: `Bearer ${token}` },
    )
    expect(answer.statusCode, answer.body).toBe(201)
    return linkTo(email)
  }

  it('opens a page that does nothing; its button makes the user, signs in, and works once', async () => {
    const link = await invite('new@acme.example')
    const own = browser()
    expect((await own.open(link)).body).not.toContain('acme')
    expect((await own.send(link)).headers.location).toBe('/console')
    expect((await own.open('/console')).body).toContain('acme, new@acme.example')
    const other = browser()
    const stolen = await other.send(link)
    expect([stolen.statusCode, stolen.body.includes(NOT_WORKING)]).toEqual([404, true])
    expect((await other.open('/console')).statusCode).toBe(303)
  })

  it('ends after seven days, if it is withdrawn, and if another one follows', async () => {
    const first = await invite('late@acme.example')
    const second = await invite('late@acme.example')
    expect((await browser().send(first)).statusCode).toBe(404)
    world.clock.advance(7 * 24 * 60 * MINUTE_MS)
    expect((await browser().send(second)).statusCode).toBe(404)
    expect((await browser().send(await invite('late@acme.example'))).statusCode).toBe(303)
  })

  it('is answered like an unknown link if it is wrong in any way', async () => {
    const bodies = new Set<string>()
    for (const path of [
      'invitation/x',
      `invitation/inv_${'0'.repeat(36)}`,
      'sign-in/link/x',
      'sign-in/link/%00',
    ]) {
      const answer = await browser().send(`/console/${path}`)
      expect(answer.statusCode, path).toBe(404)
      bodies.add(answer.body)
    }
    expect(bodies.size).toBe(1)
  })
})

describe('the session of a user', () => {
  it('ends when the user is removed, and when its role changes', async () => {
    const { database } = world.test
    const token = await world.api.issue({ account: 'acme', scopes: ['account'] })
    const headers = { authorization: `Bearer ${token}` }
    const id = await addUser(database, { account: 'acme', email: 'gone@acme.example', role: 'owner' })
    for (const change of [
      () => world.call('PATCH', `/users/${id}`, { role: 'viewer' }, headers),
      () => world.call('DELETE', `/users/${id}`, undefined, headers),
    ]) {
      const own = await openedBy('gone@acme.example')
      expect((await own.open('/console')).statusCode).toBe(200)
      expect((await change()).statusCode).toBeLessThan(300)
      expect((await own.open('/console')).headers.location).toBe('/console/sign-in')
    }
    const later = browser()
    await later.send('/console/sign-in/mail', { email: 'gone@acme.example' })
    expect((await later.send(await linkTo('gone@acme.example'))).statusCode).toBe(404)
    world.clock.advance(60 * MINUTE_MS)
  })

  it('ends everywhere when the person says so, and sessions of others go on', async () => {
    const [one, two] = [await openedBy('ada@acme.example'), await openedBy('ada@acme.example')]
    const other = browser()
    await other.send('/console/sign-in', { token: await world.api.issue({ account: 'acme' }) })
    await one.send('/console/sign-out?everywhere=true', { proof: proofIn(await one.open('/console')) })
    expect((await two.open('/console')).headers.location).toBe('/console/sign-in')
    expect((await other.open('/console')).statusCode).toBe(200)
  })

  it('is not ended, and its cookie is not removed, by a form of another site', async () => {
    const own = await openedBy('ada@acme.example')
    // A browser sends a cookie of SameSite=Strict with no form of another site.
    for (const cookie of [own.cookie(), '']) {
      const answer = await post('/console/sign-out', cookie, 'https://evil.example')
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([400, undefined])
    }
    expect((await own.open('/console')).statusCode).toBe(200)
  })

  it('opens no path of the API', async () => {
    const own = await openedBy('ada@acme.example')
    const answer = await world.api.app.inject({ url: '/v1/users', headers: { cookie: own.cookie() } })
    expect(answer.statusCode).toBe(401)
  })
})
