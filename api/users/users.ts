import type { PoolClient } from 'pg'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { Role } from '../../schemas/http/service/roles.ts'
import type { Note } from '../audit/audit-entry.ts'
import { problem } from '../http/problem.ts'
import type { Bindings } from '../read-schema/bindings.ts'
import { endInvitations } from './ended-invitations.ts'
import { USER, type UserRow } from './user-row.ts'

export const MAX_USERS = 500

/** The rows of an account for a page of its users. */
export const usersSource =
  (accountId: number) =>
  (bind: Bindings['bind']): string =>
    `SELECT ${USER}, 0 AS seq, u.removed_at IS NOT NULL AS deleted, NULL AS item
     FROM account.user u WHERE u.account_id = ${bind(accountId)}`

const unknownUser = (id: number) => problem(404, 'not_found', `There is no user ${id}.`)

export async function findUser(database: Queryable, accountId: number, id: number): Promise<UserRow> {
  const { rows } = await database.query<UserRow>(
    `SELECT ${USER} FROM account.user u WHERE u.id = $1 AND u.account_id = $2 AND u.removed_at IS NULL`,
    [id, accountId],
  )
  if (rows[0] === undefined) throw unknownUser(id)
  return rows[0]
}

/** The users of an account; there are at most some hundred. */
export async function listUsers(database: Queryable, accountId: number): Promise<readonly UserRow[]> {
  const { rows } = await database.query<UserRow>(
    `SELECT ${USER} FROM account.user u WHERE u.account_id = $1 AND u.removed_at IS NULL ORDER BY u.id`,
    [accountId],
  )
  return rows
}

/** What a change of a user needs to know: whom it is about, and which roles the caller may give and take. */
export type UserTarget = {
  readonly account_id: number
  readonly id: number
  /** True if the caller is an operator. */
  readonly is_operator: boolean
}

/** Gives the user another role. Its sessions end, and invitations that it may not send any more. */
export async function changeRole(
  database: Database,
  target: UserTarget,
  role: Role,
  note: Note,
): Promise<UserRow> {
  requireRole(target, role)
  return inTransaction(database, async (client) => {
    const user = await lockUser(client, target)
    await note(client, { path: pathOf(user), detail: { email: user.email, role } })
    if (user.role === role) return user
    if (role !== 'owner') await requireOtherOwner(client, target, user)
    await client.query('UPDATE account.user SET role = $2, updated_at = now() WHERE id = $1', [user.id, role])
    await endAccess(client, user.id)
    return findUser(client, target.account_id, user.id)
  })
}

const pathOf = ({ id }: UserRow): string => `/v1/users/${id}`

/** Takes the user out of the account: sessions and open invitations end at once. What remains names nobody. */
export async function removeUser(database: Database, target: UserTarget, note: Note): Promise<UserRow> {
  return inTransaction(database, async (client) => {
    const user = await lockUser(client, target)
    await requireOtherOwner(client, target, user)
    await endAccess(client, user.id)
    await eraseFromInvitations(client, user.id)
    await client.query(
      `UPDATE account.user SET email = NULL, recipient = NULL, removed_at = now(), updated_at = now() WHERE id = $1`,
      [user.id],
    )
    await note(client, { path: pathOf(user), detail: { email: user.email, role: user.role } })
    return user
  })
}

/** Throws 403 if the caller may not give or take this role. */
export function requireRole({ is_operator }: Pick<UserTarget, 'is_operator'>, role: Role): void {
  if (role !== 'operator' || is_operator) return
  throw problem(403, 'insufficient_scope', 'Only an operator gives or takes the role operator.', {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="admin"' },
  })
}

/** Changes of users of one account happen one after the other, so that two owners never remove each other. */
async function lockUser(client: PoolClient, target: UserTarget): Promise<UserRow> {
  await client.query('SELECT FROM account.account WHERE id = $1 FOR UPDATE', [target.account_id])
  const user = await findUser(client, target.account_id, target.id)
  requireRole(target, user.role)
  return user
}

async function requireOtherOwner(client: PoolClient, target: UserTarget, user: UserRow): Promise<void> {
  if (user.role !== 'owner') return
  const { rowCount } = await client.query(
    `SELECT FROM account.user WHERE account_id = $1 AND role = 'owner' AND removed_at IS NULL AND id <> $2 LIMIT 1`,
    [target.account_id, user.id],
  )
  if (rowCount !== 0) return
  throw problem(409, 'conflict', `${user.email} is the only owner: make somebody else an owner first.`)
}

/** The invitation by which a user came has its address too, and so have those that it sent. */
async function eraseFromInvitations(client: PoolClient, userId: number): Promise<void> {
  const isOwn =
    '(account_id, recipient) = (SELECT u.account_id, u.recipient FROM account.user u WHERE u.id = $1)'
  await endInvitations(client, isOwn, [userId])
  await client.query(
    "UPDATE account.invitation SET invited_by = 'a former user', updated_at = now() WHERE invited_by_user = $1",
    [userId],
  )
}

async function endAccess(client: PoolClient, userId: number): Promise<void> {
  await client.query('DELETE FROM account.console_session WHERE user_id = $1', [userId])
  await endInvitations(client, 'invited_by_user = $1 AND accepted_at IS NULL', [userId])
}
