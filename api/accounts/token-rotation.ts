import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import type { Scope } from '../../schemas/http/service/scopes.ts'
import type { TierName } from '../../schemas/http/service/tiers.ts'
import {
  type IssuedToken,
  MAX_TOKENS,
  type OnToken,
  requireTokenQuota,
  TOKEN,
  type TokenRow,
} from './accounts.ts'
import { createToken, hashToken, tokenHint } from './tokens/token-text.ts'

export type FoundToken = TokenRow & { readonly account_id: number }

/** During a rotation, each token of an account can have a successor. */
export const MAX_WITH_ROTATED = 2 * MAX_TOKENS

/** The facts of a token that its rotation needs. `accountId`: finds only a token of this account. */
export async function findToken(
  database: Database,
  id: number,
  accountId: number | undefined,
): Promise<FoundToken | undefined> {
  const { rows } = await database.query<FoundToken>(
    `SELECT ${TOKEN}, a.id AS account_id FROM account.token t JOIN account.account a ON a.id = t.account_id
     WHERE t.id = $1 AND ($2::bigint IS NULL OR a.id = $2)`,
    [id, accountId ?? null],
  )
  return rows[0]
}

export type Rotated = IssuedToken & { readonly former_sha256: string; readonly scopes: Scope[] }

/**
 * Creates a token with the scopes of the old one. The old one works until the overlap ends. If the old token had an
 * expiry, the new one gets the same lifetime. Undefined if it is revoked, expired or already rotated: only one of two
 * concurrent rotations succeeds. Throws `token_limit` if the account has twice its limit of tokens.
 */
export async function rotateToken(
  database: Database,
  { id, account_id }: Pick<FoundToken, 'id' | 'account_id'>,
  overlapSeconds: number,
  onToken?: OnToken,
): Promise<Rotated | undefined> {
  return inTransaction(database, async (client) => {
    await requireTokenQuota(client, account_id, MAX_WITH_ROTATED)
    const rotated = await replaceToken(client, id, overlapSeconds)
    if (rotated !== undefined) await onToken?.(client, rotated)
    return rotated
  })
}

async function replaceToken(
  client: Queryable,
  id: number,
  overlapSeconds: number,
): Promise<Rotated | undefined> {
  const token = createToken()
  const { rows } = await client.query<TokenRow & { tier: TierName; former_sha256: string }>(
    `WITH former AS (
       SELECT * FROM account.token
       WHERE id = $1 AND revoked_at IS NULL AND replaced_by IS NULL AND (expires_at IS NULL OR expires_at > now())
       FOR UPDATE
     ), t AS (
       INSERT INTO account.token (account_id, sha256, shown, scopes, expires_at)
       SELECT account_id, decode($2, 'hex'), $3, scopes, now() + (expires_at - created_at) FROM former
       RETURNING *
     ), ended AS (
       UPDATE account.token SET replaced_by = t.id, updated_at = now(),
         expires_at = least(token.expires_at, now() + $4 * interval '1 second')
       FROM t WHERE token.id = $1
       RETURNING encode(token.sha256, 'hex') AS former_sha256
     )
     SELECT ${TOKEN}, a.tier, ended.former_sha256 FROM t JOIN account.account a ON a.id = t.account_id, ended`,
    [id, hashToken(token), tokenHint(token), overlapSeconds],
  )
  return rows[0] && { ...rows[0], token }
}
