import type { PoolClient } from 'pg'
import { messageIdOf } from '../../runtime/mail/message-id.ts'
import { oneLine } from '../../runtime/mail/one-line.ts'
import { hashToken } from '../accounts/tokens/token-text.ts'
import { KNOWN_RECIPIENT } from '../mail/recipient.ts'

type Asking = {
  readonly account: string
  readonly email: string
  /** Hash of the address. */
  readonly address: string
  readonly token: string
}

/**
 * The mail has nothing that the account typed but its name, so that nobody can send words of their own to others. Its
 * Message-ID comes from its token.
 */
function mailOf({ account, token }: Asking, origin: string) {
  const name = oneLine(account)
  return {
    subject: `Please confirm digests from ${name}`,
    message_id: messageIdOf(`mail ${token}`, origin),
    body: `${name} wants to send you digests of what happens to bills, at most one a day.

If you want them, confirm it here:
${origin}/alerts/confirm/${token}

If you do not want them, do nothing: you will get none.
If you want no more mails like this from anybody who uses this service:
${origin}/alerts/stop/${token}
`,
  }
}

/** Writes the mail unless the address was asked within a day, by any account, or has opted out. Returns whether it did. */
export async function askToConfirm(
  client: PoolClient,
  asking: Asking,
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<boolean> {
  const { subject, body, message_id } = mailOf(asking, origin)
  const { rowCount } = await client.query(
    `WITH known AS (${KNOWN_RECIPIENT}), asked AS (
       INSERT INTO account.mail_recipient AS r (recipient, asked_at)
       SELECT decode($2, 'hex'), $1 FROM known WHERE NOT is_out AND NOT was_asked
       ON CONFLICT (recipient) DO UPDATE SET asked_at = excluded.asked_at RETURNING r.recipient
     ), link AS (
       INSERT INTO account.mail_link (sha256, recipient, created_at) SELECT decode($3, 'hex'), recipient, $1 FROM asked
     )
     INSERT INTO account.mail (key, recipient, subject, body, message_id, created_at, next_attempt_at)
     SELECT 'confirm alerts ' || $3, $4, $5, $6, $7, $1, $1 FROM asked`,
    [now, asking.address, hashToken(asking.token), asking.email, subject, body, message_id],
  )
  return rowCount === 1
}
