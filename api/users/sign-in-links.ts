import { hash, randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts'
import type { Upkeep } from '../../runtime/postgres/hourly-upkeep.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { Role } from '../../schemas/http/service/roles.ts'
import { createToken, hashToken, isWellFormedToken } from '../accounts/tokens/token-text.ts'
import { networkOf } from '../http/network.ts'
import { lockRecipient, mailboxOf, recipientOf } from '../mail/recipient.ts'
import { signInMail } from './sign-in-mail.ts'

const LINK_MS = 15 * MINUTE_MS
/** Links that one network gets for an address in an hour. More are not sent, and the answer does not say so. */
const LINKS_AN_HOUR = 5
/**
 * Links for an address in an hour, over all networks. It bounds the mails that strangers cause, and is so high that one of them
 * does not use it up.
 */
const MOST_LINKS_AN_HOUR = 30
/** Links stay for that long, so that they can be counted. */
const KEPT_MS = 24 * HOUR_MS
/** What this service gave to a browser as its secret. Another text is not taken over. */
const BROWSER = /^[\w-]{43}$/

/**
 * A link is stored for every address, known or not, and the mail is written in the same statement, so that neither the answer
 * nor its time reveals if an address is known.
 */
const ASK = `
  WITH few AS (
    SELECT count(*) < $11 AND count(*) FILTER (WHERE asked_from = decode($9, 'hex')) < $10 AS may
    FROM account.sign_in_link WHERE recipient = decode($2, 'hex') AND created_at > $1::timestamptz - interval '1 hour'
  ), link AS (
    INSERT INTO account.sign_in_link (sha256, recipient, browser_sha256, created_at, expires_at, asked_from)
    SELECT decode($3, 'hex'), decode($2, 'hex'), decode($4, 'hex'), $1, $5, decode($9, 'hex') FROM few WHERE may
    RETURNING recipient
  ), known AS (
    SELECT min(u.email) AS email FROM account.user u JOIN link ON link.recipient = u.recipient
    WHERE u.removed_at IS NULL HAVING count(*) > 0
  )
  INSERT INTO account.mail (key, recipient, subject, body, message_id, created_at, next_attempt_at)
  SELECT 'sign-in ' || $3, email, $6, $7, $8, $1, $1 FROM known`

/** The browser and the network that ask for a link. */
export type Asker = {
  /** The secret of its browser from an earlier time; empty if it has none. */
  readonly browser: string
  /** Its address in the network. */
  readonly ip: string
}

/**
 * Sends a link to a user. Returns the secret of the browser that asked, which its cookie keeps: the one that it has, so that
 * its earlier links go on working. Throws 400 if the text is no address.
 */
export async function askForLink(
  database: Database,
  text: string,
  {
    asker,
    console_origin,
    now,
  }: { readonly asker: Asker; readonly console_origin: string; readonly now: Date },
): Promise<string> {
  const recipient = recipientOf(mailboxOf(text))
  const token = createToken('sgn_')
  const browser = BROWSER.test(asker.browser) ? asker.browser : randomBytes(32).toString('base64url')
  const { subject, body, message_id } = signInMail(`${console_origin}/console/sign-in/link/${token}`)
  await inTransaction(database, async (client) => {
    await removeOldLinks(client, now)
    await lockRecipient(client, recipient)
    await client.query(ASK, [
      ...[now, recipient, hashToken(token), sha256Of(browser), new Date(now.getTime() + LINK_MS)],
      ...[subject, body, message_id, sha256Of(`${recipient} ${networkOf(asker.ip)}`)],
      ...[LINKS_AN_HOUR, MOST_LINKS_AN_HOUR],
    ])
  })
  return browser
}

async function removeOldLinks(client: Queryable, now: Date): Promise<void> {
  await client.query('DELETE FROM account.sign_in_link WHERE created_at < $1', [
    new Date(now.getTime() - KEPT_MS),
  ])
}

/** Links end also if nobody asks for another one. */
export const signInUpkeep = (database: Queryable): Upkeep => ({
  failure: 'old links to sign in were not removed',
  sweep: (now) => removeOldLinks(database, now),
})

const sha256Of = (text: string): string => hash('sha256', text, 'hex')

/** An account in which the address of a link is a user. */
export type Choice = {
  readonly user_id: number
  readonly account_id: number
  readonly account: string
  readonly role: Role
}

type Link = { readonly token: string; readonly browser: string }

/** A link that can be used now, by the browser that asked for it. */
const VALID =
  "sha256 = decode($1, 'hex') AND browser_sha256 = decode($2, 'hex') AND expires_at > $3::timestamptz"
const FIND = `SELECT encode(recipient, 'hex') AS recipient FROM account.sign_in_link WHERE ${VALID}`
/** If two requests use a link at the same time, only one of them gets its row. */
const END = `UPDATE account.sign_in_link SET expires_at = $3 WHERE ${VALID}
  RETURNING encode(recipient, 'hex') AS recipient`

async function recipientOfLink(
  client: Queryable,
  statement: typeof FIND | typeof END,
  { token, browser }: Link,
  now: Date,
): Promise<string | undefined> {
  if (!isWellFormedToken(token, 'sgn_')) return undefined
  const { rows } = await client.query<{ recipient: string }>(statement, [
    ...[hashToken(token), sha256Of(browser), now],
  ])
  return rows[0]?.recipient
}

/** The accounts in which an address, or the address of a user, is a user. */
export async function accountsOf(
  database: Queryable,
  whose: { readonly recipient: string } | { readonly user_id: number },
): Promise<readonly Choice[]> {
  const [recipient, value] =
    'recipient' in whose
      ? ["decode($1, 'hex')", whose.recipient]
      : ['(SELECT recipient FROM account.user WHERE id = $1 AND removed_at IS NULL)', whose.user_id]
  const { rows } = await database.query<Choice>(
    `SELECT u.id AS user_id, u.account_id, a.name AS account, u.role FROM account.user u
     JOIN account.account a ON a.id = u.account_id
     WHERE u.recipient = ${recipient} AND u.removed_at IS NULL ORDER BY a.name`,
    [value],
  )
  return rows
}

export type Opened =
  | { readonly kind: 'signed-in'; readonly user: Choice }
  /** The link is not used yet: the person chooses an account first. */
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'invalid' }

/** Uses a link of the browser that asked for it. An address with several accounts needs `userId`, the choice. */
export async function openLink(
  database: Database,
  link: Link,
  { now, userId }: { readonly now: Date; readonly userId: number | undefined },
): Promise<Opened> {
  return inTransaction(database, async (client) => {
    const seen = await recipientOfLink(client, FIND, link, now)
    const choices = seen === undefined ? [] : await accountsOf(client, { recipient: seen })
    if (userId === undefined && choices.length > 1) return { kind: 'choice', choices }
    const user = userId === undefined ? choices[0] : choices.find(({ user_id }) => user_id === userId)
    if (user === undefined) return { kind: 'invalid' }
    if ((await recipientOfLink(client, END, link, now)) === undefined) return { kind: 'invalid' }
    await client.query('UPDATE account.user SET signed_in_at = $2 WHERE id = $1', [user.user_id, now])
    return { kind: 'signed-in', user }
  })
}
