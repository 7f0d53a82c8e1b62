import type { Upkeep } from '../../runtime/postgres/hourly-upkeep.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'

const WIPED = 'email = NULL, recipient = NULL, sha256 = NULL, removed_at = now(), updated_at = now()'

/**
 * Ends the invitations that meet a condition on `account.invitation`, and erases their addresses. Their links end at once, and a
 * mail that waits is not sent.
 */
export async function endInvitations(
  client: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query(
    `WITH gone AS (
       UPDATE account.invitation SET ${WIPED} WHERE removed_at IS NULL AND ${condition} RETURNING id
     )
     DELETE FROM account.mail m USING gone WHERE m.key LIKE 'invitation ' || gone.id || ' %'`,
    [...values],
  )
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
