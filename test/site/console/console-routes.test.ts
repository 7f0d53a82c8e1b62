import { beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import { actions, views } from '../../../site/console/all-views.ts'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'
import { consoleBrowser, proofIn, signedInBrowser } from '../../support/console/console-browser.ts'

const HOSTILE = '<script>alert(1)</script>'
let world: SheetWorld
let bill: BuiltBill

beforeAll(async () => {
  world = await createSheetWorld()
  bill = world.story.bill({ title: `Bees ${HOSTILE}` })
  await world.project()
})

const browser = () => consoleBrowser(world.api)
const signedIn = (account: string, scopes?: readonly Scope[]) => signedInBrowser(world.api, account, scopes)

describe('signing in', () => {
  it('gives a cookie that only the console gets and no script can read', async () => {
    const token = await world.api.issue({ account: 'cookies' })
    const answer = await browser().send('/console/sign-in', { token })
    expect(answer.headers['set-cookie']).toMatch(
      /^legislog_console=[\w-]{43}; Path=\/console; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(answer.headers.location).toBe('/console')
    const local = { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }
    const there = await browser().send('/console/sign-in', { token }, local)
    expect(there.headers['set-cookie']).not.toContain('Secure')
  })

  it('is refused in the same way for a wrong, unknown and revoked token', async () => {
    const token = await world.api.issue({ account: 'revoked' })
    await world.test.database.query(
      'UPDATE account.token SET revoked_at = now() WHERE sha256 = sha256($1::text::bytea)',
      [token],
    )
    for (const wrong of ['', 'x', `lgl_${'0'.repeat(36)}`, token]) {
      const answer = await browser().send('/console/sign-in', { token: wrong })
      expect(answer.statusCode).toBe(401)
      expect(answer.body).toContain('This token is unknown, expired or revoked.')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  it('begins a new session each time, and ends the one before, so that no prepared cookie lives on', async () => {
    const own = await signedIn('fixation')
    const before = own.cookie()
    await own.send('/console/sign-in', { token: await world.api.issue({ account: 'fixation' }) })
    expect(own.cookie()).not.toBe(before)
    const old = await world.api.app.inject({ url: '/console', headers: { cookie: before } })
    expect(old.headers.location).toBe('/console/sign-in')
    const prepared = await world.api.app.inject({
      url: '/console',
      headers: { cookie: `legislog_console=${'A'.repeat(43)}` },
    })
    expect(prepared.headers.location).toBe('/console/sign-in')
  })

  it('ends no session if it fails, or if a link on another site brings no cookie', async () => {
    const own = await signedIn('lasting')
    const failed = await own.send('/console/sign-in', { token: 'wrong' })
    expect(failed.statusCode).toBe(401)
    const linked = await world.api.app.inject({ url: '/console/sheets' })
    expect(linked.headers['set-cookie']).toBeUndefined()
    expect((await own.open('/console/sheets')).statusCode).toBe(200)
  })

  it('keeps only the SHA-256 of the id', async () => {
    const own = await signedIn('hashes')
    const id = own.cookie().split('=')[1]!
    const { rows } = await world.test.database.query('SELECT * FROM account.console_session')
    expect(JSON.stringify(rows)).not.toContain(id)
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('a session', () => {
  it('ends with its token', async () => {
    const own = await signedIn('ending')
    expect((await own.open('/console')).statusCode).toBe(200)
    await world.test.database.query(
      `DELETE FROM account.token WHERE account_id = (SELECT id FROM account.account WHERE name = 'ending')`,
    )
    expect((await own.open('/console')).headers.location).toBe('/console/sign-in')
  })

  it('ends when somebody signs out, here or everywhere', async () => {
    const token = await world.api.issue({ account: 'everywhere' })
    const [one, other] = [browser(), browser()]
    await one.send('/console/sign-in', { token })
    await other.send('/console/sign-in', { token })
    const proof = proofIn(await one.open('/console'))
    const cookie = one.cookie()
    await one.send('/console/sign-out?everywhere=true', { proof })
    expect((await other.open('/console')).headers.location).toBe('/console/sign-in')
    const stolen = await world.api.app.inject({ url: '/console', headers: { cookie } })
    expect(stolen.headers.location).toBe('/console/sign-in')
  })

  it('opens no path of the API, and its cookie none either', async () => {
    const own = await signedIn('api')
    const answer = await world.api.app.inject({ url: '/v1/bills', headers: { cookie: own.cookie() } })
    expect(answer.statusCode).toBe(401)
  })

  it('has the scopes of its token and no more', async () => {
    const own = await signedIn('reader', ['read'])
    const page = await own.open('/console')
    expect(page.body).not.toContain('/console/sheets')
    for (const path of ['/console/sheets', '/console/alerts', '/console/operations']) {
      expect((await own.open(path)).statusCode, path).toBe(403)
    }
    const proof = proofIn(page)
    expect((await own.send('/console/sheets', { proof, name: 'Mine' })).statusCode).toBe(403)
  })
})

describe('every page and form', () => {
  const withIds = (path: string) => path.replace(/:\w+/g, '1')

  it.each(views.map(({ path }) => path))('%s needs a session', async (path) => {
    const answer = await browser().open(withIds(path))
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console/sign-in'])
  })

  it.each(actions.map(({ path }) => path))(
    '%s does nothing without the proof of a page, or from another site',
    async (path) => {
      const own = await signedIn('forms')
      const proof = proofIn(await own.open('/console'))
      const stranger = proofIn(await (await signedIn('strangers')).open('/console'))
      const url = withIds(path)
      for (const refused of [
        await own.send(url),
        await own.send(url, { proof: stranger }),
        await own.send(url, { proof }, { origin: 'https://evil.example' }),
        await own.send(url, { proof }, { origin: 'null' }),
      ]) {
        expect(refused.statusCode).toBe(400)
        expect(refused.body).toContain('This form is too old')
      }
      expect((await browser().send(url, { proof })).headers.location).toBe('/console/sign-in')
    },
  )

  it('shows words of others as words, under a policy that runs no script', async () => {
    const own = await signedIn('words')
    for (const path of ['/console', `/console/bills/${bill.id}`]) {
      const { body, headers } = await own.open(path)
      expect(body).toContain('&#60;script&#62;alert(1)')
      expect(body).not.toContain(HOSTILE)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it.each([
    '/console/bills/..%2Fbill_sheets%2F1%23/versions/1',
    '/console/bills/%2e%2e%2Ftokens%23',
    '/console/bills/1%2F..%2F..%2Ftokens',
    '/console/sheets/..%2Fbills',
    '/console/people/1%3Fq=x',
  ])('%s asks for no other path of the API', async (path) => {
    const own = await signedIn('paths')
    const { statusCode, body } = await own.open(path)
    expect([400, 404]).toContain(statusCode)
    expect(body).toContain('role="status"')
  })

  it('says in words what the API refused', async () => {
    const own = await signedIn('refusals')
    const missing = await own.open('/console/bills/999999')
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toContain('role="status"')
    const odd = await own.open('/console?cursor=nonsense')
    expect(odd.statusCode).toBe(400)
  })
})

describe('a sheet in the console', () => {
  it('is made, gets a bill, and loses it', async () => {
    const own = await signedIn('keeper')
    const proof = proofIn(await own.open('/console/sheets'))
    const made = await own.send('/console/sheets', { proof, name: 'Bees and more' })
    const path = String(made.headers.location)
    expect(path).toMatch(/^\/console\/sheets\/\d+$/)
    const added = await own.send(`/console/bills/${bill.id}/add`, { proof, sheet: path.split('/').at(-1)! })
    expect(added.headers.location).toBe(path)
    const sheet = await own.open(path)
    expect(sheet.body).toContain(`/console/bills/${bill.id}`)
    // One form serves the buttons of all rows: each names it, and has the number of its item.
    const [, form, item] = /<button [^>]*form="(\w+)" name="row" value="(\d+)"/.exec(sheet.body)!
    expect(sheet.body).toContain(`<form method="post" action="${path}/remove" id="${form}">`)
    const gone = await own.send(`${path}/remove`, { proof, row: `${item}0` })
    expect(gone.statusCode).toBe(404)
    expect(gone.body).not.toContain('What you wrote')
    await own.send(`${path}/remove`, { proof, row: item! })
    expect((await own.open(path)).body).not.toContain(`/console/bills/${bill.id}`)

    const other = await signedIn('another keeper')
    expect((await other.open(path)).statusCode).toBe(404)
    const stranger = proofIn(await other.open('/console'))
    const foreign = await other.send(`/console/bills/${bill.id}/add`, {
      proof: stranger,
      sheet: path.split('/').at(-1)!,
    })
    expect(foreign.statusCode).toBe(404)
  })
})

describe('a refusal of the API', () => {
  it('stands on a page of its section', async () => {
    const own = await signedIn('sections')
    const proof = proofIn(await own.open('/console/pages'))
    const refused = await own.send('/console/pages', { proof, sheet: '1', slug: 'X', title: '' })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('aria-current="page">Pages')
  })
})
