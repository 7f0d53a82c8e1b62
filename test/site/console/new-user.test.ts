import { beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'
import { consoleBrowser, proofIn, signedInBrowser } from '../../support/console/console-browser.ts'
import { formsIn } from '../../support/console/forms-in.ts'

let world: SheetWorld
let bill: BuiltBill

beforeAll(async () => {
  world = await createSheetWorld()
  bill = world.story.bill({ title: 'Bees in gardens' })
  world.story.texts(bill, 'version', ['Introduced', 'Engrossed'])
  await world.project()
})

const browser = () => consoleBrowser(world.api)
const signedIn = (account: string, scopes?: readonly Scope[]) => signedInBrowser(world.api, account, scopes)

/** An account with two sheets. Gives the second one. */
async function withSheets(account: string) {
  const own = await signedIn(account)
  const proof = proofIn(await own.open('/console/sheets'))
  await own.send('/console/sheets', { proof, name: 'First' })
  const made = await own.send('/console/sheets', { proof, name: 'Second' })
  return { own, proof, sheet: String(made.headers.location).split('/').at(-1)! }
}

describe('a person who does not know the way', () => {
  it('comes from the host alone to the sign-in, which says where a token is', async () => {
    const own = browser()
    const first = await own.open('/')
    expect([first.statusCode, first.headers.location]).toEqual([303, '/console'])
    expect((await own.open('/console')).headers.location).toBe('/console/sign-in')
    expect((await own.open('/console/sign-in')).body).toContain('cat .stack/demo-token')
  })

  it('reads on the account how to get an owner, if a token signed in without that right', async () => {
    const own = await signedIn('ownerless')
    expect((await own.open('/console/account')).body).toContain(
      'users invite you@example.org --account ownerless',
    )
    const owner = await signedIn('owned', ['read', 'account'])
    expect((await owner.open('/console/account')).body).not.toContain('users invite')
  })
})

describe('a search in the console', () => {
  it('names a place in the same way in the form and beside the result, and marks what was chosen', async () => {
    const own = await signedIn('searcher')
    const { body } = await own.open('/console?jurisdiction=wa&chamber=lower')
    expect(body).toContain('<label for="jurisdiction">Place</label>')
    expect(body).toContain('<option value="Washington">')
    expect(body).toContain('<h2>Place</h2>')
    expect(body).toMatch(/aria-current="true">Lower<\/a>/)
  })
})

describe('a bill in the console', () => {
  it('says why it compares no versions, if their texts are not stored', async () => {
    const own = await signedIn('comparer')
    const { body } = await own.open(`/console/bills/${bill.id}`)
    expect(body).toContain('<strong>Engrossed</strong>')
    expect(body).toContain('The texts are not stored here')
  })

  it('says how to keep it before there is a sheet, and offers the sheets then', async () => {
    const own = await signedIn('first keeper')
    const path = `/console/bills/${bill.id}`
    expect((await own.open(path)).body).toContain('<a href="/console/sheets">make a sheet</a> first')
    await own.send('/console/sheets', { proof: proofIn(await own.open('/console/sheets')), name: 'First' })
    expect((await own.open(path)).body).toContain('Add to a sheet')
  })
})

describe('a sheet in the console', () => {
  it('leads to bills, a list, a page, a widget and an alert, each about this sheet', async () => {
    const { own, sheet } = await withSheets('leading')
    const { body } = await own.open(`/console/sheets/${sheet}`)
    const links = [...body.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!.replace('&#38;', '&'))
    expect(links).toEqual(
      expect.arrayContaining([
        `/console/sheets/${sheet}/import`,
        `/console/pages/new?sheet=${sheet}`,
        `/console/widgets/new?type=bill-grid&sheet=${sheet}`,
        `/console/alerts?sheet=${sheet}`,
      ]),
    )
    for (const path of [
      `/console/widgets/new?type=bill-grid&sheet=${sheet}`,
      `/console/alerts?sheet=${sheet}`,
    ])
      expect((await own.open(path)).body, path).toContain(`<option value="${sheet}" selected>`)
  })

  it('is deleted by a second click, after a text that says what is lost', async () => {
    const { own, sheet } = await withSheets('deleting')
    const { body } = await own.open(`/console/sheets/${sheet}`)
    const form = `<form method="post" action="/console/sheets/${sheet}/delete">`
    const [, details = ''] = /<details class="deletion">(.*?)<\/details>/s.exec(body) ?? []
    expect(details).toContain('Your positions, notes and tags are deleted with it.')
    expect(details).toContain(form)
    expect(body.split(form)).toHaveLength(2)
  })

  it('keeps the place and session of a list if lines come back', async () => {
    const { own, proof, sheet } = await withSheets('importing')
    const list = { text: 'HB 999999', jurisdiction: 'Washington', session: '2025-2026', take_newest: 'yes' }
    const answer = await own.send(`/console/sheets/${sheet}/import`, { ...list, proof })
    expect(formsIn(answer.body).find(({ action }) => action.endsWith('/import'))?.fields).toEqual(list)
  })
})

describe('an alert in the console', () => {
  it('says that it waits until the reader confirms it, and what it watches', async () => {
    const { own, proof, sheet } = await withSheets('waiting')
    const made = await own.send('/console/alerts', {
      ...{ proof, name: 'Bees', sheet, email: 'reader@bees.example', hour: '7', zone: 'America/Denver' },
    })
    const list = await own.open(String(made.headers.location))
    expect(list.body).toContain('A mail asks the reader to confirm it')
    expect(list.body).toContain('Waits until the reader confirms it')
    const path = /href="(\/console\/alerts\/\d+)"/.exec(list.body)![1]!
    const { body } = await own.open(path)
    expect(body).toContain(`<a href="/console/sheets/${sheet}">Second</a>`)
    expect(body).toContain('Daily at 7:00, America/Denver')
  })
})

it('an alert, a user and a token are ended by a second click, after a text that says what happens', async () => {
  const own = await signedIn('ending', ['read', 'sheets', 'alerts', 'tokens', 'account'])
  const proof = proofIn(await own.open('/console/sheets'))
  const sheet = String((await own.send('/console/sheets', { proof, name: 'Bees' })).headers.location)
  await own.send('/console/alerts', {
    ...{ proof, name: 'Bees', sheet: sheet.split('/').at(-1)!, email: 'reader@bees.example' },
    ...{ hour: '7', zone: 'America/Denver' },
  })
  await world.test.database.query(
    `INSERT INTO account."user" (account_id, email, recipient, role)
     SELECT id, 'ada@bees.example', '\\x01', 'owner' FROM account.account WHERE name = 'ending'`,
  )
  for (const [path, end] of [
    ['/console/alerts', 'delete'],
    ['/console/account/users', 'remove'],
    ['/console/account/tokens', 'revoke'],
  ] as const) {
    const { body } = await own.open(path)
    const forms = new RegExp(`<form method="post" action="${path}/\\d+/${end}">`, 'g')
    expect(body.match(forms), path).toHaveLength(1)
    expect(body.replaceAll(/<details class="deletion">.*?<\/details>/gs, '').match(forms), path).toBeNull()
  }
})

it('a bill leads to an endpoint of its own, and a widget takes the address of its page', async () => {
  const own = await signedIn('leading', ['read', 'sheets', 'webhooks'])
  const [, id] = /\/console\/bills\/(\d+)/.exec((await own.open('/console')).body)!
  const page = await own.open(`/console/bills/${id}`)
  expect(page.body).toContain(`href="/console/webhooks?bill=${id}"`)
  const made = await own.send('/console/widgets', {
    ...{ proof: proofIn(page), type: 'bill', name: 'Bees', origins: 'www.example.org' },
    bill: `https://legislog.example/console/bills/${id}`,
    ...{ accent: '#0a58ca', background: '#ffffff', text: '#1b1f24', column_title: '1' },
  })
  expect(made.statusCode, made.body).toBe(200)
})

it('a widget takes sites as people write them', async () => {
  const { own, proof, sheet } = await withSheets('sites')
  const made = await own.send('/console/widgets', {
    ...{ proof, type: 'bill-grid', name: 'Bees', origins: 'www.example.org', sheet, limit: '10' },
    ...{ accent: '#0a58ca', background: '#ffffff', text: '#1b1f24', column_title: '1' },
  })
  expect(made.statusCode, made.body).toBe(200)
  const path = /href="(\/console\/widgets\/\d+)"/.exec(made.body)![1]!
  expect((await own.open(path)).body).toContain('https://www.example.org</textarea>')
})
