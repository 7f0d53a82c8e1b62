import { beforeAll, describe, expect, it } from 'vitest'
import { sitePages } from '../../../../cli/wiring/site-pages.ts'
import { createTestApi, type TestApi } from '../../../support/api/test-api.ts'
import { consoleBrowser } from '../../../support/console/console-browser.ts'
import { legislogHere } from '../../../support/harness/command-line.ts'
import { addressesIn } from '../../../support/harness/main-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/stores/database.ts'

let test: TestDatabase
let api: TestApi

beforeAll(async () => {
  test = await createTestDatabase()
  api = await createTestApi(test, { pages: sitePages })
})

type User = { readonly email: string; readonly role: string }
type Printed = User & { readonly account: string; readonly link: string; readonly users: readonly User[] }

async function users(...args: string[]) {
  const answer = await legislogHere(['users', ...args, '--account', 'acme', '--json'], {
    env: addressesIn(test.settings),
  })
  return { ...answer, json: () => answer.json() as Printed }
}

describe('legislog users', () => {
  it('invites the first owner of a new account, whose link signs in once', async () => {
    const invited = (await users('invite', 'ada@acme.example')).json()
    expect(invited).toMatchObject({ account: 'acme', email: 'ada@acme.example', role: 'owner' })
    const own = consoleBrowser(api)
    expect((await own.send(new URL(invited.link).pathname)).headers.location).toBe('/console')
    expect((await own.open('/console/account/users')).body).toContain('ada@acme.example')
    expect((await users('list')).json().users).toMatchObject([{ email: 'ada@acme.example', role: 'owner' }])
  })

  it('keeps the last owner, and gives every role', async () => {
    const refused = await users('remove', 'ADA@acme.example')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is the only owner')])
    const { link } = (await users('invite', 'op@acme.example', '--role', 'operator')).json()
    await consoleBrowser(api).send(new URL(link).pathname)
    expect((await users('set-role', 'op@acme.example', 'owner')).json().role).toBe('owner')
    expect((await users('remove', 'ada@acme.example')).code).toBe(0)
    expect((await users('list')).json().users).toHaveLength(1)
  })

  it('names what it does not know', async () => {
    for (const [args, code, part] of [
      [['remove', 'nobody@acme.example'], 1, 'is no user of acme'],
      [['set-role', 'op@acme.example', 'king'], 2, 'owner, editor, viewer, operator'],
      [['invite', 'no address'], 1, 'one mail address'],
    ] as const) {
      const answer = await users(...args)
      expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(part)])
    }
  })
})
