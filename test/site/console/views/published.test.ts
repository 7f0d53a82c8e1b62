import { beforeAll, describe, expect, it } from 'vitest'
import { createSheetWorld, type SheetWorld } from '../../../support/api/sheet-world.ts'
import type { BuiltBill } from '../../../support/builders/event-builder.ts'
import {
  type ConsoleBrowser,
  consoleBrowser,
  proofIn,
  signedInBrowser,
} from '../../../support/console/console-browser.ts'

let world: SheetWorld
let bill: BuiltBill

beforeAll(async () => {
  world = await createSheetWorld()
  bill = world.story.bill({ identifier: 'HB 5', title: 'Bees in gardens' })
  await world.project()
})

/** The public pages of the same service. */
const visit = (address: string) => world.api.app.inject({ url: new URL(address).pathname })
const frameIn = (body: string): string => /<iframe [^>]*src="([^"]+)"/.exec(body)![1]!

async function withSheet(account: string): Promise<{ own: ConsoleBrowser; proof: string; sheet: string }> {
  const own = await signedInBrowser(world.api, account)
  const proof = proofIn(await own.open('/console/sheets'))
  const made = await own.send('/console/sheets', { proof, name: 'Our bills' })
  const sheet = String(made.headers.location).split('/').at(-1)!
  await own.send(`/console/bills/${bill.id}/add`, { proof, sheet })
  return { own, proof, sheet }
}

describe('a sheet', () => {
  it('gets a list as text, shows what came back, and keeps what is written about a bill', async () => {
    const { own, proof, sheet } = await withSheet('writers')
    const text = 'HB 5\nZZ 9\nWhatever'
    const added = await own.send(`/console/sheets/${sheet}/import`, { proof, text, jurisdiction: 'wa' })
    expect(added.statusCode, added.body).toBe(200)
    expect(added.body).toContain('Of 3 lines, 0 were added, 1 were there already, and 2 came back.')
    expect(added.body).toContain('ZZ 9\nWhatever</textarea>')
    const item = /write=(\d+)/.exec((await own.open(`/console/sheets/${sheet}`)).body)![1]!
    const written = await own.send(`/console/sheets/${sheet}/items/${item}`, {
      proof,
      position: 'oppose',
      tags: 'bees, gardens, bees',
      note: 'We wrote.\r\nTwice.',
    })
    expect(written.headers.location).toBe(`/console/sheets/${sheet}?done=saved`)
    const form = await own.open(`/console/sheets/${sheet}?write=${item}`)
    expect(form.body).toContain('<option value="oppose" selected>Oppose</option>')
    expect(form.body).toContain('value="bees, gardens"')
    expect(form.body).toContain('We wrote.\nTwice.</textarea>')
    await own.send(`/console/sheets/${sheet}/items/${item}`, { proof })
    expect((await own.open(`/console/sheets/${sheet}?write=${item}`)).body).not.toContain('selected>Oppose')
  })

  it('takes a large list from somebody who is signed in, and reads none from others', async () => {
    const { own, proof, sheet } = await withSheet('large lists')
    const path = `/console/sheets/${sheet}/import`
    const text = 'HB 5\n'.repeat(9_000)
    const added = await own.send(path, { proof, text, jurisdiction: 'wa' })
    expect(added.body).toContain('Of 9000 lines, 0 were added, 9000 were there already, and 0 came back.')
    const stranger = await consoleBrowser(world.api).send(path, { proof, text: 'x'.repeat(9_000_000) })
    expect([stranger.statusCode, stranger.headers.location]).toEqual([303, '/console/sign-in'])
    const tooLarge = await own.send(path, { proof, text: 'x'.repeat(9_000_000) })
    expect(tooLarge.statusCode).toBe(413)
  })

  it('is filled by a search, and keeps the filters that the form does not show', async () => {
    const { own, proof, sheet } = await withSheet('searchers')
    const path = `/console/sheets/${sheet}`
    await own.send(path, { proof, name: 'By search', q: 'gardens', jurisdiction: 'wa' })
    const page = await own.open(path)
    expect(page.body).toContain('<h1>By search</h1>')
    expect(page.body).toContain('name="q" value="gardens"')
    await own.send(path, { proof, name: 'By hand' })
    expect((await own.open(path)).body).not.toContain('value="gardens"')
    const gone = await own.send(`${path}/delete`, { proof })
    expect(gone.headers.location).toBe('/console/sheets?done=deleted')
    expect((await own.open(path)).statusCode).toBe(404)
  })
})

describe('a page', () => {
  it('is made with columns in an order, previewed in a frame, published, renamed, hidden and deleted', async () => {
    const { own, proof, sheet } = await withSheet('publishers')
    const offered = await own.open(`/console/pages/new?sheet=${sheet}`)
    expect(offered.body).toContain('value="our-bills"')
    const settings = {
      ...{ proof, sheet, title: 'Our bills', slug: 'our-bills', sort: 'identifier', accent_color: '#14532d' },
      ...{
        introduction: 'First.\r\n\r\nSecond.',
        column_title: '2',
        column_identifier: '3',
        column_status: '1',
      },
    }
    const made = await own.send('/console/pages', settings)
    const path = String(made.headers.location).split('?')[0]!
    expect(path).toMatch(/^\/console\/pages\/\d+$/)

    const shown = await own.open(path)
    const frame = frameIn(shown.body)
    expect(shown.headers['content-security-policy']).toContain(`; frame-src ${new URL(frame).origin}`)
    expect(shown.body).toContain('sandbox=""')
    const preview = await visit(frame)
    expect(preview.headers['content-security-policy']).toContain('frame-ancestors *;')
    expect(preview.headers['x-frame-options']).toBeUndefined()
    const heads = [...preview.body.matchAll(/<th role="columnheader"[^>]*><a [^>]*>([^<]+)</g)]
    expect(heads.map(([, head]) => head)).toEqual(['Status', 'Title', 'Bill'])

    await own.send(`${path}/publish`, { proof })
    const address = 'http://pages.test/pages/our-bills'
    const published = await visit(address)
    expect(published.statusCode).toBe(200)
    expect(published.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(published.headers['x-frame-options']).toBe('DENY')
    await own.send(path, { ...settings, slug: 'bills-of-ours' })
    expect((await visit(address)).headers.location).toBe('/pages/bills-of-ours')
    await own.send(`${path}/unpublish`, { proof })
    expect((await visit('http://pages.test/pages/bills-of-ours')).statusCode).toBe(404)
    expect((await visit(frame)).statusCode).toBe(404)
    expect((await own.send(`${path}/delete`, { proof })).headers.location).toBe('/console/pages?done=deleted')

    const { own: other, proof: theirs } = await withSheet('other publishers')
    expect((await other.open(path)).statusCode).toBe(404)
    expect((await other.send(`${path}/publish`, { proof: theirs })).statusCode).toBe(404)
  })
})

describe('a widget', () => {
  it('shows its snippet once, is previewed without its token, and ends when it is revoked', async () => {
    const { own, proof, sheet } = await withSheet('embedders')
    expect((await own.open('/console/widgets/new?type=activity')).body).toContain(
      'New widget: Latest actions',
    )
    const settings = {
      ...{
        proof,
        type: 'bill-grid',
        name: 'Bees',
        origins: 'https://www.example.org\r\n\r\n',
        sheet,
        limit: '10',
      },
      ...{ accent: '#0a58ca', background: '#ffffff', text: '#1b1f24', column_title: '1', column_note: '2' },
      ...{ leads_consent: 'You may write to me.', leads_questions: 'Which bill?' },
    }
    const made = await own.send('/console/widgets', settings)
    expect(made.statusCode, made.body).toBe(200)
    expect(made.headers['cache-control']).toBe('no-store')
    const token = /wgt_\w{36}/.exec(made.body)![0]
    const path = /href="(\/console\/widgets\/\d+)"/.exec(made.body)![1]!
    const later = await own.open(path)
    expect(later.body).not.toContain(token)
    expect(later.body).toContain('https://www.example.org</textarea>')

    const frame = frameIn(later.body)
    const preview = await visit(frame)
    expect(preview.statusCode).toBe(200)
    expect(preview.body).toContain('Bees in gardens')
    expect(preview.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(preview.headers['cache-control']).toBe('no-store')
    expect(preview.body).not.toContain(token)
    const data = await world.api.app.inject(new URL(frame).pathname.replace('/embed/', '/v1/widgets/'))
    expect(data.statusCode, data.body).toBe(200)
    expect(data.headers['cache-control']).toBe('no-store')

    const signUp = await world.api.app.inject({
      method: 'POST',
      url: `/v1/widgets${new URL(frame).pathname.replace('/embed', '')}/leads`,
      payload: { email: 'a@example.org', consent: true, form: '1.x' },
    })
    expect([signUp.statusCode, signUp.json().detail]).toEqual([
      404,
      'This is a preview: its forms work only on the sites of the widget.',
    ])

    const changed = await own.send(path, {
      ...settings,
      origins: 'https://other.example.org',
      leads_consent: '',
    })
    expect(changed.headers.location).toBe(`${path}?done=saved`)
    const rotated = await own.send(`${path}/rotate`, { proof, overlap: '0' })
    expect(/wgt_\w{36}/.exec(rotated.body)![0]).not.toBe(token)
    await own.send(`${path}/revoke`, { proof })
    expect((await visit(frame)).statusCode).toBe(404)
    expect((await own.open(path)).body).not.toContain('<iframe')
    const { rows: looks } = await world.test.database.query(
      "SELECT action FROM account.audit_entry WHERE action ~ '^preview'",
    )
    expect(looks).toEqual([])
    expect((await own.send(`${path}/delete`, { proof })).headers.location).toBe(
      '/console/widgets?done=deleted',
    )
  })

  it('is not previewed by another account, or with a forged address', async () => {
    const { own, proof, sheet } = await withSheet('forgers')
    const made = await own.send('/console/widgets', {
      ...{ proof, type: 'activity', name: 'Bees', origins: 'https://www.example.org', sheet, limit: '10' },
      ...{ accent: '#0a58ca', background: '#ffffff', text: '#1b1f24', column_title: '1' },
    })
    const frame = frameIn(made.body)
    const id = Number(/href="\/console\/widgets\/(\d+)"/.exec(made.body)![1])
    for (const forged of [
      frame.slice(0, -1),
      frame.replace(/preview\/(\d+)/, (_, own: string) => `preview/${Number(own) - 1}`),
      frame.replace(/\.(\d{10})\./, (_, seconds: string) => `.${Number(seconds) + 9}.`),
    ])
      expect((await visit(forged)).statusCode, forged).toBe(404)
    const other = await world.api.issue({ account: 'not a forger' })
    const answer = await world.api.get(`/v1/widgets/${id}/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other}` },
    })
    expect(answer.statusCode).toBe(404)
    world.passMinutes(61)
    expect((await visit(frame)).statusCode).toBe(404)
  })
})
