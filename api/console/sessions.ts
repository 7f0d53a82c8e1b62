import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { type Role, scopesOf } from '../../schemas/http/service/roles.ts'
import type { TierName } from '../../schemas/http/service/tiers.ts'
import type { Account } from '../accounts/tokens/caller.ts'
import type { TokenCache } from '../accounts/tokens/token-cache.ts'
import { hashToken } from '../accounts/tokens/token-text.ts'
import { addAuditEntry } from '../audit/audit-entry.ts'

/** A person who is signed in, with the rights of this moment. */
export type ConsoleSession = { readonly id: string; readonly account: Account }

/**
 * Sessions of the console. A session is a random id that only its cookie has: the table has its SHA-256. It stands for a token
 * or a user, and ends with it, after twelve hours without use, and after a week in any case. Rights are looked up each time.
 */
export type ConsoleSessions = {
  /** Undefined: the token is unknown, expired or revoked. */
  start(token: string): Promise<ConsoleSession | undefined>
  /** Undefined: the user was removed. */
  startAs(userId: number): Promise<ConsoleSession | undefined>
  find(id: string): Promise<ConsoleSession | undefined>
  end(session: ConsoleSession): Promise<void>
  /** Ends every session of the token or user, also this one. */
  endAll(session: ConsoleSession): Promise<void>
}

const IDLE_MS = 12 * HOUR_MS
const LONGEST_MS = 7 * DAY_MS
/** Uses of a session are written at most this often. */
const WRITE_EVERY_MS = MINUTE_MS

const sha256Of = (id: string): Buffer => createHash('sha256').update(id).digest()

type SessionRow = {
  readonly used_at: string
  readonly token_sha256: string | null
  readonly user_id: number | null
  readonly email: string
  readonly role: Role
  readonly account_id: number
  readonly name: string
  readonly tier: TierName
}

const FIND = `
  SELECT s.used_at, encode(t.sha256, 'hex') AS token_sha256, u.id AS user_id, u.email, u.role, a.id AS account_id, a.name, a.tier
  FROM account.console_session s
  LEFT JOIN account.token t ON t.id = s.token_id
  LEFT JOIN account.user u ON u.id = s.user_id AND u.removed_at IS NULL
  LEFT JOIN account.account a ON a.id = u.account_id
  WHERE s.id_sha256 = $1 AND s.used_at >= $2 AND s.created_at >= $3`

/** The rights of a user. */
function accountOf({ user_id, email, role, account_id, name, tier }: SessionRow): Account | undefined {
  if (user_id === null) return undefined
  const caller = { kind: 'user', id: user_id, shown: email, role } as const
  return { id: account_id, name, tier, scopes: scopesOf(role), caller }
}

export function createConsoleSessions(parts: {
  readonly database: Database
  readonly tokens: TokenCache
  readonly clock: Clock
}): ConsoleSessions {
  const { database, tokens, clock } = parts

  /** Sessions that nobody can use any more go when another begins. */
  async function removeOld(now: Date): Promise<void> {
    await database.query('DELETE FROM account.console_session WHERE used_at < $1 OR created_at < $2', [
      new Date(now.getTime() - IDLE_MS),
      new Date(now.getTime() - LONGEST_MS),
    ])
  }

  async function read(client: Queryable, id: string, now: Date): Promise<SessionRow | undefined> {
    const { rows } = await client.query<SessionRow>(FIND, [
      ...[sha256Of(id), new Date(now.getTime() - IDLE_MS), new Date(now.getTime() - LONGEST_MS)],
    ])
    return rows[0]
  }

  async function find(id: string): Promise<ConsoleSession | undefined> {
    const now = clock.now()
    const row = await read(database, id, now)
    if (row === undefined) return undefined
    const { token_sha256 } = row
    const account = token_sha256 === null ? accountOf(row) : await tokens.findByHash(token_sha256)
    if (account === undefined) return undefined
    if (now.getTime() - Date.parse(row.used_at) > WRITE_EVERY_MS) {
      await database.query('UPDATE account.console_session SET used_at = $2 WHERE id_sha256 = $1', [
        ...[sha256Of(id), now],
      ])
    }
    return { id, account }
  }

  /**
   * Every sign-in gets a new id, so nobody can prepare one. `source` selects the token or user with the value $3. The account
   * of a token is `known`.
   */
  async function begin(source: string, value: number | string, known?: Account) {
    const id = randomBytes(32).toString('base64url')
    const now = clock.now()
    await removeOld(now)
    return inTransaction(database, async (client): Promise<ConsoleSession | undefined> => {
      await client.query(
        `INSERT INTO account.console_session (id_sha256, token_id, user_id, created_at, used_at)
         SELECT $1, one.token_id, one.user_id, $2, $2 FROM (${source}) one`,
        [sha256Of(id), now, value],
      )
      const row = await read(client, id, now)
      const account = row && (known ?? accountOf(row))
      if (account === undefined) return undefined
      await note(client, { id, account }, 'signIn')
      return { id, account }
    })
  }

  const note = (
    client: Queryable,
    { account }: ConsoleSession,
    action: 'signIn' | 'signOut' | 'signOutEverywhere',
  ) => addAuditEntry(client, { account_id: account.id, actor: account.caller, action, path: '/console' })

  return {
    async start(token) {
      // Mistyped tokens cost no row.
      const account = await tokens.find(token)
      if (account === undefined) return undefined
      return begin(
        `SELECT id AS token_id, NULL::bigint AS user_id FROM account.token WHERE sha256 = decode($3, 'hex')`,
        hashToken(token),
        account,
      )
    },

    startAs: (userId) =>
      begin(
        'SELECT NULL::bigint AS token_id, id AS user_id FROM account.user WHERE id = $3 AND removed_at IS NULL',
        userId,
      ),

    find,

    end: (session) =>
      inTransaction(database, async (client) => {
        await client.query('DELETE FROM account.console_session WHERE id_sha256 = $1', [sha256Of(session.id)])
        await note(client, session, 'signOut')
      }),

    endAll: (session) =>
      inTransaction(database, async (client) => {
        const { caller } = session.account
        const column = caller.kind === 'token' ? 'token_id' : 'user_id'
        await client.query(`DELETE FROM account.console_session WHERE ${column} = $1`, [caller.id])
        await note(client, session, 'signOutEverywhere')
      }),
  }
}

/** The proof that a form comes from a page of this session. */
export const formProofOf = ({ id }: Pick<ConsoleSession, 'id'>): string =>
  createHmac('sha256', id).update('form').digest('base64url')

export function isFormProof(session: Pick<ConsoleSession, 'id'>, given: string): boolean {
  const [wanted, presented] = [Buffer.from(formProofOf(session)), Buffer.from(given)]
  return wanted.length === presented.length && timingSafeEqual(wanted, presented)
}
