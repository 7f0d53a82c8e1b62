import { hash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { invalidBody } from '../input/refused-input.ts'

/** One mailbox: no list, no name beside it, no quotes. */
const MAILBOX =
  /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** The address of a request. Throws 400 if it is not one mailbox; the refusal does not repeat it. */
export function mailboxOf(text: string): string {
  const mailbox = text.trim().normalize('NFC')
  if (MAILBOX.test(mailbox) && !mailbox.includes('..')) return mailbox
  throw invalidBody(['email'], 'email must be one mail address, such as visitor@example.org.')
}

/** Recognizes an address without keeping it. Upper and lower case are one address. */
export const recipientOf = (mailbox: string): string => hash('sha256', mailbox.toLowerCase(), 'hex')

/** Two requests for one address at a time would each see that it was not asked yet, so one waits for the other. */
export async function lockRecipient(client: PoolClient, recipient: string): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('account.mail ' || $1, 0))", [recipient])
}

/** What is known of the recipient $2 at the time $1: whether it opted out, and whether it was asked within a day. */
export const KNOWN_RECIPIENT = `
  SELECT coalesce(bool_or(opted_out_at IS NOT NULL), false) AS is_out,
    coalesce(bool_or(asked_at > $1::timestamptz - interval '1 day'), false) AS was_asked
  FROM account.mail_recipient WHERE recipient = decode($2, 'hex')`
