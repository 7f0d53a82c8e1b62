import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { MAIL_KEY } from '../users/ended-invitations.ts'

/** A sign-in mail leads to every account of its address, so it stays if the address is a user of another one. */
const KEYS = `
  SELECT 'confirm alerts ' || encode(confirm_sha256, 'hex') FROM alerts.recipient
  WHERE account_id = $1 AND confirm_sha256 IS NOT NULL
  UNION ALL SELECT ${MAIL_KEY} FROM account.invitation WHERE account_id = $1 AND sha256 IS NOT NULL
  UNION ALL SELECT 'sign-in ' || encode(l.sha256, 'hex') FROM account.user u JOIN account.sign_in_link l USING (recipient)
  WHERE u.account_id = $1 AND u.removed_at IS NULL AND NOT EXISTS (
    SELECT FROM account.user other
    WHERE other.recipient = u.recipient AND other.account_id <> $1 AND other.removed_at IS NULL
  )`

/** The mails that would invite people into the account $1, or let only its users sign in to it. */
export const DELETE_WAITING_MAILS = `DELETE FROM account.mail WHERE key IN (${KEYS})`

export async function deleteWaitingMails(client: Queryable, accountId: number): Promise<void> {
  await client.query(DELETE_WAITING_MAILS, [accountId])
}
