import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { hashToken, isWellFormedToken } from '../accounts/tokens/token-text.ts'
import { problem } from '../http/problem.ts'
import { WIPED } from './lead-row.ts'

/** Confirms the sign-up of a mail. A repeat changes nothing. */
export async function confirmLead(database: Queryable, token: string, now: Date): Promise<void> {
  const { rowCount } = await database.query(
    `WITH found AS (
       SELECT id, confirmed_at FROM account.lead
       WHERE confirm_sha256 = decode($1, 'hex') AND removed_at IS NULL FOR UPDATE
     ), confirmed AS (
       UPDATE account.lead l SET confirmed_at = $2, updated_at = now() FROM found
       WHERE l.id = found.id AND found.confirmed_at IS NULL
       RETURNING l.account_id, l.widget_id, l.day, l.page, l.source, l.district
     ), counted AS (
       INSERT INTO account.lead_count AS c (account_id, widget_id, day, page, source, district, signed_up, confirmed)
       SELECT account_id, widget_id, day, page, source, district, 1, 1 FROM confirmed
       ON CONFLICT (widget_id, day, page, source, district)
         DO UPDATE SET confirmed = c.confirmed + 1, updated_at = now()
     )
     SELECT FROM found`,
    [hashOf(token), now],
  )
  if (rowCount === 0) throw noSuchLink()
}

/**
 * Ends all mails of this kind to the recipient of a mail. The sign-up of the mail is wiped, confirmed or not, and so is
 * every other one of the recipient that waits for a confirmation.
 */
export async function stopMails(database: Queryable, token: string, now: Date): Promise<void> {
  const { rowCount } = await database.query(
    `WITH link AS (
       SELECT recipient FROM account.mail_link WHERE sha256 = decode($1, 'hex')
     ), stopped AS (
       INSERT INTO account.mail_recipient AS r (recipient, opted_out_at) SELECT recipient, $2 FROM link
       ON CONFLICT (recipient) DO UPDATE SET opted_out_at = coalesce(r.opted_out_at, excluded.opted_out_at)
     ), waiting AS (
       DELETE FROM account.lead l USING link WHERE l.recipient = link.recipient AND l.confirmed_at IS NULL
     ), wiped AS (
       UPDATE account.lead l SET ${WIPED} FROM link
       WHERE l.recipient = link.recipient AND l.confirm_sha256 = decode($1, 'hex') AND l.confirmed_at IS NOT NULL
     )
     SELECT FROM link`,
    [hashOf(token), now],
  )
  if (rowCount === 0) throw noSuchLink()
}

const hashOf = (token: string): string => {
  if (!isWellFormedToken(token, 'led_')) throw noSuchLink()
  return hashToken(token)
}

const noSuchLink = () => problem(404, 'not_found', 'This link is not valid any more.')
