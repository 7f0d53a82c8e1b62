import { beforeAll, describe, expect, it } from 'vitest'
import { DELETE_WAITING_MAILS, deleteWaitingMails } from '../../../api/account-data/waiting-mails.ts'
import { ensureAccount } from '../../../api/accounts/accounts.ts'
import { noteBy, OPERATOR } from '../../../api/audit/audit-entry.ts'
import { endingOf } from '../../../api/users/ended-invitations.ts'
import { invite } from '../../../api/users/invitations.ts'
import { askForLink } from '../../../api/users/sign-in-links.ts'
import { readPlan } from '../../support/api/statement-plans.ts'
import { addUser } from '../../support/console/users.ts'
import { createTestDatabase, type TestDatabase } from '../../support/stores/database.ts'

const now = new Date('2026-06-01T12:00:00Z')
const origins = { console_origin: 'https://console.example', public_origin: 'https://pages.example' }

let test: TestDatabase
let accounts: readonly { readonly id: number; readonly name: string }[]

beforeAll(async () => {
  test = await createTestDatabase()
  const { database } = test
  accounts = [await ensureAccount(database, 'gone', 'free'), await ensureAccount(database, 'stays', 'free')]
  for (const account of accounts) {
    await addUser(database, { account: account.name, email: 'both@acme.example', role: 'owner' })
    await addUser(database, { account: account.name, email: `only@${account.name}.example`, role: 'viewer' })
    const email = `guest@${account.name}.example`
    const invited = { account, email, role: 'viewer', invited_by: 'x', by_user: undefined } as const
    const note = noteBy({ account_id: account.id, actor: OPERATOR, action: 'createInvitation' })
    await invite(database, { ...invited, is_operator: false }, { ...origins, now, note })
  }
  const asker = { browser: '', ip: '192.0.2.1' }
  for (const email of ['both@acme.example', 'only@gone.example', 'only@stays.example'])
    await askForLink(database, email, { asker, ...origins, now })
})

describe('the deletion of an account', () => {
  it('finds the mails that wait by their keys, and reads no table of mails whole', async () => {
    await test.database.query(
      `INSERT INTO account.mail (key, message_id, created_at) SELECT 'sign-in x' || n, 'x' || n, $1
       FROM generate_series(1, 20000) n`,
      [now],
    )
    await test.database.query('ANALYZE account.mail, account.invitation, account.sign_in_link, account.user')
    for (const text of [DELETE_WAITING_MAILS, endingOf('id = $1')]) {
      const plan = await readPlan(test, { text, values: [accounts[0]!.id] })
      expect(plan).toContain('Index Scan using mail_key_key on mail')
      expect(plan).not.toContain('Seq Scan on mail')
    }
  })

  it('drops its invitations and the links of its users, but not those of users of another account', async () => {
    await deleteWaitingMails(test.database, accounts[0]!.id)
    const { rows } = await test.database.query<{ recipient: string }>(
      'SELECT recipient FROM account.mail WHERE recipient IS NOT NULL ORDER BY recipient',
    )
    expect(rows.map(({ recipient }) => recipient)).toEqual([
      'both@acme.example',
      'guest@stays.example',
      'only@stays.example',
    ])
  })
})
