import { beforeAll, describe, expect, it } from 'vitest'
import { legislogHere } from '../../../support/harness/command-line.ts'
import { addressesIn } from '../../../support/harness/main-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/stores/database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})

async function legislog(...args: string[]): Promise<number | null> {
  const { code } = await legislogHere(args, { env: addressesIn(test.settings) })
  return code
}

async function entries(account: string): Promise<object[]> {
  const { rows } = await test.database.query<object>(
    `SELECT e.actor, e.action, e.detail FROM account.audit_entry e JOIN account.account a ON a.id = e.account_id
     WHERE a.name = $1 ORDER BY e.id`,
    [account],
  )
  return rows
}

const by = (action: string, detail: object) => ({ actor: 'operator', action, detail })

describe('legislog account', () => {
  it('writes a new account, each change of its tier and each credit into the audit log of the account', async () => {
    await legislog('account', 'create', 'acme', '--tier', 'developer')
    await legislog('account', 'create', 'acme', '--tier', 'developer')
    await legislog('account', 'create', 'acme', '--tier', 'free')
    await legislog('account', 'set-tier', 'acme', 'business')
    await legislog('account', 'set-tier', 'acme', 'business')
    await legislog('account', 'credit', 'acme', '500', '--reference', 'invoice 7')
    await legislog('account', 'credit', 'acme', '500', '--reference', 'invoice 7')
    await legislog('account', 'credit', 'acme', '5')
    expect(await entries('acme')).toEqual([
      by('createAccount', { tier: 'developer' }),
      by('setTier', { tier: 'free' }),
      by('setTier', { tier: 'business' }),
      by('buyLookups', { lookups: 500, reference: 'invoice 7' }),
      by('buyLookups', { lookups: 5 }),
    ])
  })

  it('is in the audit log also if a token or a user is the reason for it', async () => {
    await legislog('token', 'create', '--account', 'beta', '--scope', 'read')
    await legislog('token', 'create', '--account', 'beta', '--tier', 'business', '--scope', 'read')
    await legislog('users', 'invite', 'ada@gamma.example', '--account', 'gamma')
    const token = { token: expect.stringMatching(/^lgl_…/), scopes: ['read'] }
    expect(await entries('beta')).toEqual([
      by('createAccount', { tier: 'free' }),
      by('createToken', token),
      by('setTier', { tier: 'business' }),
      by('createToken', token),
    ])
    expect(await entries('gamma')).toEqual([
      by('createAccount', { tier: 'free' }),
      by('createInvitation', { email: 'ada@gamma.example', role: 'owner' }),
    ])
  })
})
