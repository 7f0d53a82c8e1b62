import type { Queryable } from '../../runtime/postgres/postgres.ts'

export type SuppressionReason = 'bounce' | 'complaint'

/** Ends all mails to the recipient of a mail, over all accounts, and drops those that wait. */
export async function suppressByMessage(
  database: Queryable,
  messageId: string,
  reason: SuppressionReason,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `WITH found AS (SELECT address FROM alerts.mail WHERE message_id = $1), suppressed AS (
       INSERT INTO alerts.suppression (address, reason, created_at) SELECT address, $2, $3 FROM found
       ON CONFLICT (address) DO NOTHING
     ), waiting AS (
       DELETE FROM alerts.mail m USING found WHERE m.address = found.address AND m.next_attempt_at IS NOT NULL
     ) SELECT FROM found`,
    [messageId, reason, now],
  )
  return rowCount === 1
}

/** Lets an address get mails again. Returns false if it was not suppressed. */
export async function liftSuppression(database: Queryable, address: string): Promise<boolean> {
  const { rowCount } = await database.query(
    "DELETE FROM alerts.suppression WHERE address = decode($1, 'hex')",
    [address],
  )
  return rowCount === 1
}

/** True if a mail server says that the mailbox does not exist or is closed. Other refusals concern one mail. */
export function isMailboxGone(error: unknown): boolean {
  const { responseCode, response, command } = error as {
    responseCode?: number
    response?: string
    command?: string
  }
  if (responseCode === undefined || responseCode < 500 || command !== 'RCPT TO') return false
  const [, status] = /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? []
  // Without an enhanced status (RFC 3463), 550, 551 and 553 mean the mailbox.
  if (status === undefined) return [550, 551, 553].includes(responseCode)
  return /^5\.1\.(?:1|2|3|6|10)$|^5\.2\.1$/.test(status)
}
