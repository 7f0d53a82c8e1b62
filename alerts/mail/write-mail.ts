import type { Queryable } from '../../runtime/postgres/postgres.ts'

/** A digest as a mail to its recipient. */
export type DigestMail = {
  /** What the mail is about. */
  readonly key: string
  readonly recipient_id: number
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribe_url: string
  readonly message_id: string
}

/** Writes a mail to be sent. Returns false if there was one with its key before, and writes nothing then. */
export async function writeMail(database: Queryable, mail: DigestMail, now: Date): Promise<boolean> {
  const { key, recipient_id, subject, text, html, unsubscribe_url, message_id } = mail
  const { rowCount } = await database.query(
    `INSERT INTO alerts.mail (key, recipient_id, recipient, subject, body, html, unsubscribe_url, message_id, address,
       created_at, next_attempt_at)
     SELECT $1, id, email, $3, $4, $5, $6, $7, address, $8, $8 FROM alerts.recipient WHERE id = $2
     ON CONFLICT (key) DO NOTHING`,
    [key, recipient_id, subject, text, html, unsubscribe_url, message_id, now],
  )
  return rowCount === 1
}
