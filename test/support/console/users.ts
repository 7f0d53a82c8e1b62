import { recipientOf } from '../../../api/mail/recipient.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Role } from '../../../schemas/http/service/roles.ts'
import type { TestApi } from '../api/test-api.ts'
import { type ConsoleBrowser, consoleBrowser } from './console-browser.ts'

/** The links in mails to an address, the newest first. */
export async function linksTo(database: Database, email: string): Promise<string[]> {
  const { rows } = await database.query<{ body: string }>(
    'SELECT body FROM account.mail WHERE lower(recipient) = lower($1) ORDER BY id DESC',
    [email],
  )
  return rows.map(({ body }) => /^https?:\/\/\S+(\/console\/\S+)$/m.exec(body)?.[1] ?? '')
}

/** Makes a user of an account that exists. Returns its id. */
export async function addUser(
  database: Database,
  { account, email, role }: { readonly account: string; readonly email: string; readonly role: Role },
): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO account.user (account_id, email, recipient, role)
     SELECT id, $2, decode($3, 'hex'), $4 FROM account.account WHERE name = $1 RETURNING id`,
    [account, email, recipientOf(email), role],
  )
  return rows[0]!.id
}

/** A browser in which a user is signed in by the link of a mail. */
export async function browserOfUser(
  { api, database }: { readonly api: TestApi; readonly database: Database },
  email: string,
): Promise<ConsoleBrowser> {
  const browser = consoleBrowser(api)
  await browser.send('/console/sign-in/mail', { email })
  const [link] = await linksTo(database, email)
  const answer = await browser.send(link ?? '')
  if (answer.statusCode !== 303) throw new Error(`${link}: ${answer.statusCode} ${answer.body}`)
  return browser
}
