import type { Upkeep } from '../../runtime/postgres/hourly-upkeep.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'

/** The key of the mail with the link of an invitation, from its columns. It is exact, so that an index finds the mail. */
export const MAIL_KEY = "'invitation ' || id || ' ' || encode(sha256, 'hex')"

const WIPED = 'email = NULL, recipient = NULL, sha256 = NULL, removed_at = now(), updated_at = now()'

/** Ends the invitations that meet a condition. */
export const endingOf = (condition: string): string => `
  WITH ended AS (
    SELECT id, sha256 FROM account.invitation WHERE removed_at IS NULL AND ${condition} FOR UPDATE
  ), wiped AS (
    UPDATE account.invitation i SET ${WIPED} FROM ended WHERE i.id = ended.id
  )
  DELETE FROM account.mail WHERE key IN (SELECT ${MAIL_KEY} FROM ended WHERE sha256 IS NOT NULL)`

/**
 * Ends the invitations that meet a condition on `account.invitation`, and erases their addresses. Their links end at once, and a
 * mail that waits is not sent.
 */
export async function endInvitations(
  client: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query(endingOf(condition), [...values])
}

/** Addresses of invitations stay for 30 days after their end, accepted or not. */
export const OLD_INVITATION = "expires_at < $1::timestamptz - interval '30 days'"

export const invitationUpkeep = (database: Queryable): Upkeep => ({
  failure: 'old invitations were not erased',
  async sweep(now) {
    await endInvitations(database, OLD_INVITATION, [now])
    // Only the mails of one day are counted.
    await database.query(
      "DELETE FROM account.invitation_mail WHERE mailed_at < $1::timestamptz - interval '1 day'",
      [now],
    )
  },
})
