import { DateTime } from 'luxon'
import type { ReadFacts, TakenChange } from '../../alerts/digest/digest-content.ts'
import { type DigestTarget, type WrittenDigest, writeDigest } from '../../alerts/digest/write-digest.ts'
import { writeMail } from '../../alerts/mail/write-mail.ts'
import { messageIdOf } from '../../runtime/mail/message-id.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { problem } from '../http/problem.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** The next digest as it would be written now. Nothing is taken. */
export async function previewDigest(
  parts: { readonly database: Queryable; readonly readFacts: ReadFacts; readonly origin: string },
  row: SubscriptionRow,
): Promise<{ readonly digest: WrittenDigest; readonly day: string; readonly changes: number }> {
  const { database, readFacts, origin } = parts
  const target = await readTarget(database, row.id)
  const { rows: changes } = await database.query<TakenChange>(
    `SELECT c.bill_id, c.bill, c.content FROM alerts.item i JOIN alerts.change c USING (ce_id)
     WHERE i.recipient_id = $1 AND i.digest_id IS NULL AND $2 = ANY (i.subscription_ids) ORDER BY i.id`,
    [target.recipient_id, row.id],
  )
  const facts = await readFacts([...new Set(changes.map(({ bill_id }) => bill_id))])
  const day = DateTime.fromISO(row.next_due_at, { zone: row.zone }).toISODate()!
  return { digest: writeDigest(target, day, changes, { facts, origin }), day, changes: changes.length }
}

async function readTarget(database: Queryable, id: number): Promise<DigestTarget> {
  const { rows } = await database.query<DigestTarget>(
    `SELECT s.id AS subscription_id, s.name, a.name AS account, s.channel, s.recipient_id, r.link_key
     FROM alerts.subscription s JOIN alerts.recipient r ON r.id = s.recipient_id
     JOIN account.account a ON a.id = s.account_id WHERE s.id = $1 AND s.removed_at IS NULL`,
    [id],
  )
  if (rows[0] === undefined) throw problem(404, 'not_found', `There is no alert subscription ${id}.`)
  return rows[0]
}

/** Writes a mail with the preview to the recipient, at most one an hour. Throws 409 if it may not be sent. */
export async function mailTest(
  database: Queryable,
  row: SubscriptionRow,
  digest: WrittenDigest,
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<void> {
  if (row.channel === 'feed')
    throw problem(409, 'conflict', `The subscription ${row.id} is a feed: open its address to see it.`)
  if (row.state === 'waiting' || row.state === 'stopped' || row.state === 'suppressed')
    throw problem(
      409,
      'conflict',
      `The subscription ${row.id} is ${row.state}: nothing is mailed to its recipient.`,
    )
  const key = `test ${row.id} ${now.toISOString().slice(0, 13)}`
  const { recipient_id } = row
  const { text, html, unsubscribe_url } = digest
  const subject = `Test: ${digest.subject}`
  const message_id = messageIdOf(`alerts ${key} ${recipient_id} ${now.getTime()}`, origin)
  const mail = { key, recipient_id, subject, text, html, unsubscribe_url, message_id }
  if (!(await writeMail(database, mail, now)))
    throw problem(
      409,
      'conflict',
      'A test of this subscription was mailed within this hour. Try again later.',
    )
}
