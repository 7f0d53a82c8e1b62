import { readStopToken } from '../../alerts/digest/links.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { hashToken, isWellFormedToken } from '../accounts/tokens/token-text.ts'
import { problem } from '../http/problem.ts'

/** Confirms the address of a mail for the account that asked. A repeat changes nothing. */
export async function confirmRecipient(database: Queryable, token: string, now: Date): Promise<void> {
  if (!isWellFormedToken(token, 'alc_')) throw noSuchLink()
  const { rowCount } = await database.query(
    `WITH found AS (
       SELECT id, confirmed_at FROM alerts.recipient WHERE confirm_sha256 = decode($1, 'hex') FOR UPDATE
     ), confirmed AS (
       UPDATE alerts.recipient r SET confirmed_at = $2 FROM found
       WHERE r.id = found.id AND found.confirmed_at IS NULL RETURNING r.id
     ), shown AS (
       UPDATE alerts.subscription s SET updated_at = now() FROM confirmed
       WHERE s.recipient_id = confirmed.id AND s.removed_at IS NULL
     )
     SELECT FROM found`,
    [hashToken(token), now],
  )
  if (rowCount === 0) throw noSuchLink()
}

/**
 * Ends digests by the link of a mail: one subscription, or all of the account to this recipient. The link of a mail that asks
 * to confirm ends such mails of all accounts. What waits to be sent is dropped.
 */
export async function stopByLink(database: Database, token: string, now: Date): Promise<void> {
  if (isWellFormedToken(token, 'alc_')) return refuseMails(database, token, now)
  const link = readStopToken(token)
  if (link === undefined) throw noSuchLink()
  await inTransaction(database, async (client) => {
    const { rows } = await client.query<{ link_key: Buffer }>(
      'SELECT link_key FROM alerts.recipient WHERE id = $1 FOR UPDATE',
      [link.recipient_id],
    )
    const key = rows[0]?.link_key
    if (key === undefined || !link.isSignedBy(key)) throw noSuchLink()
    await client.query(
      `WITH stopped AS (
         UPDATE alerts.subscription SET stopped_at = $2, next_due_at = NULL, updated_at = now()
         WHERE recipient_id = $1 AND ($3 OR id = $4) AND stopped_at IS NULL AND removed_at IS NULL RETURNING id
       )
       DELETE FROM alerts.mail m USING stopped
       WHERE m.recipient_id = $1 AND m.next_attempt_at IS NOT NULL AND m.key LIKE 'digest ' || stopped.id || ' %'`,
      [link.recipient_id, now, link.stop === 'all', link.subscription_id],
    )
    await dropUnwatchedItems(client, link.recipient_id)
  })
}

/** Open items of which no subscription is left are in no digest. */
export async function dropUnwatchedItems(client: Queryable, recipientId: number): Promise<void> {
  await client.query(
    `UPDATE alerts.item i SET digest_id = 0 WHERE recipient_id = $1 AND digest_id IS NULL AND NOT EXISTS (
       SELECT FROM alerts.subscription s
       WHERE s.id = ANY (i.subscription_ids) AND s.removed_at IS NULL AND s.stopped_at IS NULL
     )`,
    [recipientId],
  )
}

async function refuseMails(database: Queryable, token: string, now: Date): Promise<void> {
  const { rowCount } = await database.query(
    `WITH link AS (
       SELECT recipient FROM account.mail_link WHERE sha256 = decode($1, 'hex')
     ), refused AS (
       INSERT INTO account.mail_recipient AS r (recipient, opted_out_at) SELECT recipient, $2 FROM link
       ON CONFLICT (recipient) DO UPDATE SET opted_out_at = coalesce(r.opted_out_at, excluded.opted_out_at)
     ), waiting AS (
       UPDATE alerts.subscription s SET stopped_at = $2, next_due_at = NULL, updated_at = now()
       FROM alerts.recipient r, link
       WHERE r.address = link.recipient AND r.confirmed_at IS NULL AND s.recipient_id = r.id AND s.stopped_at IS NULL
     )
     SELECT FROM link`,
    [hashToken(token), now],
  )
  if (rowCount === 0) throw noSuchLink()
}

const noSuchLink = () => problem(404, 'not_found', 'This link is not valid any more.')
