import type { PoolClient } from 'pg'
import { DAY_MS } from '../../runtime/durations.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { Role } from '../../schemas/http/service/roles.ts'
import { deleteOldTombstones, requireRoom } from '../accounts/owned-rows.ts'
import { createToken, hashToken, isWellFormedToken } from '../accounts/tokens/token-text.ts'
import { addAuditEntry, type Note } from '../audit/audit-entry.ts'
import { problem } from '../http/problem.ts'
import { lockRecipient, recipientOf } from '../mail/recipient.ts'
import type { Bindings } from '../read-schema/bindings.ts'
import { endInvitations, MAIL_KEY, OLD_INVITATION } from './ended-invitations.ts'
import { invitationMail } from './invitation-mail.ts'
import { INVITATION, type InvitationRow } from './user-row.ts'
import { MAX_USERS, requireRole } from './users.ts'

export const INVITATION_DAYS = 7
export const MAX_INVITATIONS = 100
/** Mails of invitations to one address in a day, over all accounts. */
const MAILS_A_DAY = 3

/** The rows of an account for a page of its invitations. */
export const invitationsSource =
  (accountId: number) =>
  (bind: Bindings['bind']): string =>
    `SELECT ${INVITATION}, 0 AS seq, i.removed_at IS NOT NULL AS deleted, NULL AS item
     FROM account.invitation i WHERE i.account_id = ${bind(accountId)}`

const unknownInvitation = (id: number) => problem(404, 'not_found', `There is no invitation ${id}.`)

export async function findInvitation(
  database: Queryable,
  accountId: number,
  id: number,
): Promise<InvitationRow> {
  const { rows } = await database.query<InvitationRow>(
    `SELECT ${INVITATION} FROM account.invitation i
     WHERE i.id = $1 AND i.account_id = $2 AND i.removed_at IS NULL`,
    [id, accountId],
  )
  if (rows[0] === undefined) throw unknownInvitation(id)
  return rows[0]
}

export type Invited = {
  readonly account: { readonly id: number; readonly name: string }
  readonly email: string
  readonly role: Role
  readonly invited_by: string
  /** The user who invites, if it is one. */
  readonly by_user: number | undefined
  /** True if an operator invites. */
  readonly is_operator: boolean
}

/** Where the links of mails lead. */
export type Origins = { readonly console_origin: string; readonly public_origin: string }

/**
 * Invites an address, or sends a new link if it was invited before: the earlier one ends. Returns the id and the link, which
 * only the mail may show. Nothing tells the account if the address wants no mails.
 */
export async function invite(
  database: Database,
  invited: Invited,
  { console_origin, public_origin, now, note }: Origins & { readonly now: Date; readonly note: Note },
): Promise<{ readonly id: number; readonly link: string }> {
  requireRole(invited, invited.role)
  const recipient = recipientOf(invited.email)
  const [token, stop] = [createToken('inv_'), createToken('led_')]
  const link = `${console_origin}/console/invitation/${token}`
  const expires_at = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  const id = await inTransaction(database, async (client) => {
    await lockRecipient(client, recipient)
    await requireStranger(client, invited.account.id, recipient)
    await removeOldInvitations(client, invited.account.id, now)
    const stored = await storeInvitation(client, invited, {
      recipient,
      sha256: hashToken(token),
      now,
      expires_at,
    })
    const { subject, body, message_id } = invitationMail(
      { account: invited.account.name, role: invited.role, expires_at },
      { accept: link, stop: `${public_origin}/leads/stop/${stop}` },
    )
    await client.query(MAIL, [
      ...[now, recipient, invited.email, hashToken(stop), hashToken(token), subject, body, message_id],
      ...[MAILS_A_DAY, stored],
    ])
    await note(client, { path: pathOf(stored), detail: { email: invited.email, role: invited.role } })
    return stored
  })
  return { id, link }
}

const pathOf = (id: number): string => `/v1/invitations/${id}`

const MAIL = `
  WITH asked AS (
    INSERT INTO account.invitation_mail (recipient, mailed_at)
    SELECT decode($2, 'hex'), $1
    WHERE NOT EXISTS (SELECT FROM account.mail_recipient WHERE recipient = decode($2, 'hex') AND opted_out_at IS NOT NULL)
      AND (SELECT count(*) FROM account.invitation_mail
           WHERE recipient = decode($2, 'hex') AND mailed_at > $1::timestamptz - interval '1 day') < $9
    RETURNING recipient
  ), link AS (
    INSERT INTO account.mail_link (sha256, recipient, created_at) SELECT decode($4, 'hex'), recipient, $1 FROM asked
  )
  INSERT INTO account.mail (key, recipient, subject, body, message_id, created_at, next_attempt_at)
  SELECT 'invitation ' || $10::bigint || ' ' || $5, $3, $6, $7, $8, $1, $1 FROM asked`

async function requireStranger(client: PoolClient, accountId: number, recipient: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM account.user WHERE account_id = $1 AND recipient = decode($2, 'hex') AND removed_at IS NULL`,
    [accountId, recipient],
  )
  if (rowCount !== 0)
    throw problem(409, 'conflict', 'This address is a user of the account already: change its role instead.')
}

async function storeInvitation(
  client: PoolClient,
  { account, email, role, invited_by, by_user }: Invited,
  link: {
    readonly recipient: string
    readonly sha256: string
    readonly now: Date
    readonly expires_at: Date
  },
): Promise<number> {
  await requireRoom(client, account.id, {
    table: 'account.invitation',
    most: MAX_INVITATIONS,
    called: 'open invitations',
    counted: {
      condition: "accepted_at IS NULL AND expires_at > $2 AND recipient <> decode($3, 'hex')",
      values: [link.now, link.recipient],
    },
  })
  const values = [role, invited_by, by_user ?? null, link.sha256, link.expires_at]
  const { rows: known } = await client.query<{ id: number }>(
    `WITH known AS (
       SELECT id, sha256 FROM account.invitation
       WHERE account_id = $1 AND recipient = decode($2, 'hex') AND accepted_at IS NULL AND removed_at IS NULL
       FOR UPDATE
     ), unsent AS (
       DELETE FROM account.mail WHERE key IN (SELECT ${MAIL_KEY} FROM known)
     )
     UPDATE account.invitation i SET role = $3, invited_by = $4, invited_by_user = $5, sha256 = decode($6, 'hex'),
       expires_at = $7, updated_at = now()
     FROM known WHERE i.id = known.id RETURNING i.id`,
    [account.id, link.recipient, ...values],
  )
  if (known[0] !== undefined) return known[0].id
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO account.invitation (account_id, recipient, role, invited_by, invited_by_user, sha256, expires_at, email)
     VALUES ($1, decode($2, 'hex'), $3, $4, $5, decode($6, 'hex'), $7, $8) RETURNING id`,
    [account.id, link.recipient, ...values, email],
  )
  return rows[0]!.id
}

/** The link ends at once. A mail that waits is not sent. */
export async function withdrawInvitation(
  database: Database,
  target: { readonly account_id: number; readonly id: number; readonly is_operator: boolean },
  note: Note,
): Promise<InvitationRow> {
  return inTransaction(database, async (client) => {
    const invitation = await findInvitation(client, target.account_id, target.id)
    requireRole(target, invitation.role)
    await endInvitations(client, 'id = $1', [target.id])
    await note(client, {
      path: pathOf(target.id),
      detail: { email: invitation.email, role: invitation.role },
    })
    return invitation
  })
}

/** Invitations that nobody accepted, or that were accepted long ago, become tombstones, and these end. */
async function removeOldInvitations(client: PoolClient, accountId: number, now: Date): Promise<void> {
  await endInvitations(client, `account_id = $2 AND ${OLD_INVITATION}`, [now, accountId])
  await deleteOldTombstones(client, accountId, 'account.invitation')
  await deleteOldTombstones(client, accountId, 'account.user')
}

export type Accepted = {
  readonly user_id: number
  readonly account_id: number
  readonly email: string
  readonly role: Role
}

/** Makes the user of an invitation. Undefined if the link was used, is too old or was withdrawn. */
export async function acceptInvitation(
  database: Database,
  token: string,
  now: Date,
): Promise<Accepted | undefined> {
  if (!isWellFormedToken(token, 'inv_')) return undefined
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ id: number; account_id: number; email: string; role: Role }>(
      `WITH used AS (
         SELECT id, sha256 FROM account.invitation
         WHERE sha256 = decode($1, 'hex') AND removed_at IS NULL AND expires_at > $2 FOR UPDATE
       ), unsent AS (
         DELETE FROM account.mail WHERE key IN (SELECT ${MAIL_KEY} FROM used)
       )
       UPDATE account.invitation i SET sha256 = NULL, accepted_at = $2, updated_at = now()
       FROM used WHERE i.id = used.id RETURNING i.id, i.account_id, i.email, i.role`,
      [hashToken(token), now],
    )
    const [invitation] = rows
    if (invitation === undefined) return undefined
    const { account_id, email, role } = invitation
    await requireRoom(client, account_id, { table: 'account.user', most: MAX_USERS, called: 'users' })
    const { rows: made } = await client.query<{ id: number }>(
      `INSERT INTO account.user (account_id, email, recipient, role, signed_in_at)
       VALUES ($1, $2, decode($3, 'hex'), $4, $5) RETURNING id`,
      [account_id, email, recipientOf(email), role, now],
    )
    const user_id = made[0]!.id
    await addAuditEntry(client, {
      account_id,
      action: 'acceptInvitation',
      path: `/v1/users/${user_id}`,
      actor: { kind: 'user', id: user_id, shown: email, role },
      detail: { role },
    })
    return { user_id, account_id, email, role }
  })
}
