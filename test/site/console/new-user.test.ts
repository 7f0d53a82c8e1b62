import { beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'
import { consoleBrowser, proofIn, signedInBrowser } from '../../support/console/console-browser.ts'

let world: SheetWorld
let bill: BuiltBill

beforeAll(async () => {
  world = await createSheetWorld()
  bill = world.story.bill({ title: 'Bees in gardens' })
  await world.project()
})

const browser = () => consoleBrowser(world.api)
const signedIn = (account: string, scopes?: readonly Scope[]) => signedInBrowser(world.api, account, scopes)

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
  it('says how to keep it before there is a sheet, and offers the sheets then', async () => {
    const own = await signedIn('first keeper')
    const path = `/console/bills/${bill.id}`
    expect((await own.open(path)).body).toContain('<a href="/console/sheets">make a sheet</a> first')
    await own.send('/console/sheets', { proof: proofIn(await own.open('/console/sheets')), name: 'First' })
    expect((await own.open(path)).body).toContain('Add to a sheet')
  })
})
