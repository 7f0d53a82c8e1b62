import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Account, TokenCache } from '../accounts/tokens/token-cache.ts'
import { hashToken } from '../accounts/tokens/token-text.ts'

/** A person who is signed in. */
export type ConsoleSession = {
  readonly id: string
  readonly account: Account
  /** The SHA-256 of the token that the session stands for, in hex. */
  readonly token_sha256: string
}

/**
 * Sessions of the console. A session is a random id that only its cookie has: the table has its SHA-256. It ends with its
 * token, after twelve hours without use, and after a week in any case.
 */
export type ConsoleSessions = {
  /** Undefined: the token is unknown, expired or revoked. */
  start(token: string): Promise<ConsoleSession | undefined>
  find(id: string): Promise<ConsoleSession | undefined>
  end(session: ConsoleSession): Promise<void>
  /** Ends every session of the token, also this one. */
  endAll(session: ConsoleSession): Promise<void>
}

const IDLE_MS = 12 * HOUR_MS
const LONGEST_MS = 7 * DAY_MS
/** Uses of a session are written at most this often. */
const WRITE_EVERY_MS = MINUTE_MS

const sha256Of = (id: string): Buffer => createHash('sha256').update(id).digest()

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

  return {
    async start(token) {
      const account = await tokens.find(token)
      if (account === undefined) return undefined
      const id = randomBytes(32).toString('base64url')
      const token_sha256 = hashToken(token)
      const now = clock.now()
      await removeOld(now)
      await database.query(
        `INSERT INTO account.console_session (id_sha256, token_id, created_at, used_at)
         SELECT $1, id, $3, $3 FROM account.token WHERE sha256 = decode($2, 'hex')`,
        [sha256Of(id), token_sha256, now],
      )
      return { id, account, token_sha256 }
    },

    async find(id) {
      const now = clock.now()
      const { rows } = await database.query<{ token_sha256: string; used_at: string }>(
        `SELECT encode(t.sha256, 'hex') AS token_sha256, s.used_at
         FROM account.console_session s JOIN account.token t ON t.id = s.token_id
         WHERE s.id_sha256 = $1 AND s.used_at >= $2 AND s.created_at >= $3`,
        [sha256Of(id), new Date(now.getTime() - IDLE_MS), new Date(now.getTime() - LONGEST_MS)],
      )
      const [row] = rows
      if (row === undefined) return undefined
      const account = await tokens.findByHash(row.token_sha256)
      if (account === undefined) return undefined
      if (now.getTime() - Date.parse(row.used_at) > WRITE_EVERY_MS) {
        await database.query('UPDATE account.console_session SET used_at = $2 WHERE id_sha256 = $1', [
          sha256Of(id),
          now,
        ])
      }
      return { id, account, token_sha256: row.token_sha256 }
    },

    async end({ id }) {
      await database.query('DELETE FROM account.console_session WHERE id_sha256 = $1', [sha256Of(id)])
    },

    async endAll({ token_sha256 }) {
      await database.query(
        `DELETE FROM account.console_session WHERE token_id =
           (SELECT id FROM account.token WHERE sha256 = decode($1, 'hex'))`,
        [token_sha256],
      )
    },
  }
}

/** The proof that a form comes from a page of this session. */
export const formProofOf = ({ id }: Pick<ConsoleSession, 'id'>): string =>
  createHmac('sha256', id).update('form').digest('base64url')

export function isFormProof(session: Pick<ConsoleSession, 'id'>, given: string): boolean {
  const [wanted, presented] = [Buffer.from(formProofOf(session)), Buffer.from(given)]
  return wanted.length === presented.length && timingSafeEqual(wanted, presented)
}
