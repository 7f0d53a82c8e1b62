import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type Scope, scopes as scopeNames } from '../../schemas/http/service/scopes.ts'
import type { TierName } from '../../schemas/http/service/tiers.ts'
import { createToken, hashToken, tokenHint } from './tokens/token-text.ts'

/** Scopes of a token that is created without a list: everything except administration. */
export const defaultScopes: readonly Scope[] = [
  'read',
  'find_your_rep',
  'webhooks',
  'alerts',
  'sheets',
  'scorecards',
]

export type AccountRow = { id: number; name: string; tier: TierName; created_at: string }
export type TokenRow = {
  id: number
  account: string
  shown: string
  scopes: Scope[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  replaced_by: number | null
  last_used_at: string | null
  updated_at: string
}
export type IssuedToken = TokenRow & { tier: TierName; token: string }

const ACCOUNT = 'id, name, tier, created_at'
/** Columns that describe a token `t` of an account `a`. */
export const TOKEN = `t.id, a.name AS account, t.shown, t.scopes, t.created_at, t.expires_at, t.revoked_at,
  t.replaced_by, t.last_used_at, t.updated_at`
/** The largest number of live tokens that an account can create over HTTP. */
export const MAX_TOKENS = 100

export const isScope = (word: string): word is Scope => (scopeNames as readonly string[]).includes(word)

export async function listAccounts(database: Database): Promise<AccountRow[]> {
  const { rows } = await database.query<AccountRow>(`SELECT ${ACCOUNT} FROM account.account ORDER BY id`)
  return rows
}

/** Creates the account, or sets its tier if it exists. */
export async function ensureAccount(
  database: Queryable,
  name: string,
  tier: TierName | undefined,
): Promise<AccountRow> {
  const { rows } = await database.query<AccountRow>(
    `INSERT INTO account.account (name, tier) VALUES ($1, coalesce($2, 'free'))
     ON CONFLICT (name) DO UPDATE SET tier = coalesce($2, account.account.tier)
     RETURNING ${ACCOUNT}`,
    [name, tier ?? null],
  )
  return rows[0]!
}

export async function findAccount(database: Queryable, name: string): Promise<AccountRow> {
  const { rows } = await database.query<AccountRow>(
    `SELECT ${ACCOUNT} FROM account.account WHERE name = $1`,
    [name],
  )
  if (rows[0] === undefined)
    throw new LegislogError('not_found', `there is no account ${JSON.stringify(name)}`)
  return rows[0]
}

/** The account of a caller: another one may have got its name since the caller was recognized. */
export async function readAccount(database: Queryable, id: number): Promise<AccountRow | undefined> {
  const { rows } = await database.query<AccountRow>(`SELECT ${ACCOUNT} FROM account.account WHERE id = $1`, [
    id,
  ])
  return rows[0]
}

/** Runs in the transaction of a change of a token. */
export type OnToken = (client: Queryable, token: TokenRow) => Promise<void>

/**
 * Creates a token; only this call ever returns it. With `most`, refuses if the account already has that many
 * live tokens.
 */
export async function issueToken(
  database: Database,
  account: { id: number; tier: TierName },
  options: {
    scopes?: readonly Scope[] | undefined
    expires_at?: string | undefined
    most?: number | undefined
    on_token?: OnToken | undefined
  } = {},
): Promise<IssuedToken> {
  const { most, on_token } = options
  return inTransaction(database, async (client) => {
    if (most !== undefined) await requireTokenQuota(client, account.id, most)
    const issued = await insertToken(client, account, options)
    await on_token?.(client, issued)
    return issued
  })
}

/**
 * Throws `token_limit` if the account already has that many live tokens. A lock until the end of the transaction keeps
 * concurrent requests of the account from passing the limit together.
 */
export async function requireTokenQuota(client: Queryable, accountId: number, most: number): Promise<void> {
  await client.query('SELECT FROM account.account WHERE id = $1 FOR UPDATE', [accountId])
  const { rows } = await client.query<{ live: number }>(
    `SELECT count(*) AS live FROM account.token
     WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    [accountId],
  )
  if (rows[0]!.live >= most) throw new LegislogError('token_limit', `the account has ${most} live tokens`)
}

async function insertToken(
  database: Queryable,
  account: { id: number; tier: TierName },
  options: { scopes?: readonly Scope[] | undefined; expires_at?: string | undefined },
): Promise<IssuedToken> {
  const token = createToken()
  const { rows } = await database.query<TokenRow>(
    `WITH t AS (
       INSERT INTO account.token (account_id, sha256, shown, scopes, expires_at)
       VALUES ($1, decode($2, 'hex'), $3, $4, $5) RETURNING *
     ) SELECT ${TOKEN} FROM t JOIN account.account a ON a.id = t.account_id`,
    [
      account.id,
      hashToken(token),
      tokenHint(token),
      options.scopes ?? defaultScopes,
      options.expires_at ?? null,
    ],
  )
  return { ...rows[0]!, tier: account.tier, token }
}

export async function listTokens(
  database: Database,
  options: { account?: string; after_id?: number; limit?: number } = {},
): Promise<TokenRow[]> {
  const { rows } = await database.query<TokenRow>(
    `SELECT ${TOKEN} FROM account.token t JOIN account.account a ON a.id = t.account_id
     WHERE ($1::text IS NULL OR a.name = $1) AND t.id > $2 ORDER BY t.id LIMIT $3`,
    [options.account ?? null, options.after_id ?? 0, options.limit ?? null],
  )
  return rows
}

/** Finds a token by its id, or by the token itself. Answers the row and the hash under which caches know it. */
export async function revokeToken(
  database: Database,
  which: { id: number } | { token: string },
  { account_id, on_token }: { account_id?: number | undefined; on_token?: OnToken } = {},
): Promise<(TokenRow & { sha256: string }) | undefined> {
  const [column, value] =
    'id' in which ? ['t.id = $1::bigint', which.id] : ["t.sha256 = decode($1, 'hex')", hashToken(which.token)]
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<TokenRow & { sha256: string }>(
      `UPDATE account.token t SET revoked_at = coalesce(t.revoked_at, now()),
         updated_at = CASE WHEN t.revoked_at IS NULL THEN now() ELSE t.updated_at END
       FROM account.account a WHERE a.id = t.account_id AND ${column} AND ($2::bigint IS NULL OR a.id = $2)
       RETURNING ${TOKEN}, encode(t.sha256, 'hex') AS sha256`,
      [value, account_id ?? null],
    )
    if (rows[0] !== undefined) await on_token?.(client, rows[0])
    return rows[0]
  })
}
