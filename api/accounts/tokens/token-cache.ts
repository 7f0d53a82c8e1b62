import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../runtime/log.ts'
import { startPeriodicWrite } from '../../../runtime/postgres/periodic-write.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Scope } from '../../../schemas/http/service/scopes.ts'
import type { TierName } from '../../../schemas/http/service/tiers.ts'
import type { Account } from './caller.ts'
import { createTokenMemory, type TokenValue } from './token-memory.ts'
import { hashToken, isWellFormedToken } from './token-text.ts'

type KnownToken = { readonly token_id: number; readonly account: Account }

export type TokenCache = {
  find(token: string): Promise<Account | undefined>
  /** The same by the SHA-256 of the token, in hex. */
  findByHash(sha256: string): Promise<Account | undefined>
  /** Forgets a token at once in this process; others follow when their cache expires. */
  forget(sha256: string): void
  /** Writes when each token was last used. */
  flush(): Promise<void>
  close(): Promise<void>
}

const MOST_TOKENS = 20_000
const FLUSH_MS = 60_000

/** Finds the account of a token with a short cache of both hits and misses. Records uses without a write for each request. */
export function createTokenCache(database: Database, clock: Clock, log: Log): TokenCache {
  const tokens = createTokenMemory<KnownToken>({
    clock,
    most_tokens: MOST_TOKENS,
    read: (sha256) => readToken(database, sha256),
  })
  const used = new Map<number, Date>()

  async function write(): Promise<void> {
    if (used.size === 0) return
    const batch = [...used]
    used.clear()
    await writeLastUses(database, batch).catch((error: unknown) => {
      for (const [id, at] of batch) if (!used.has(id)) used.set(id, at)
      throw error
    })
  }
  const writing = startPeriodicWrite({
    write,
    every_ms: FLUSH_MS,
    log,
    failure: 'failed to write when tokens were last used',
  })

  async function findByHash(sha256: string): Promise<Account | undefined> {
    const now = clock.now()
    const found = await tokens.find(sha256)
    if (found === undefined) return undefined
    used.set(found.token_id, now)
    return found.account
  }

  return {
    find: async (token) => (isWellFormedToken(token) ? findByHash(hashToken(token)) : undefined),
    findByHash,
    forget: tokens.forget,
    flush: writing.flush,
    close: writing.close,
  }
}

async function readToken(database: Database, sha256: string): Promise<TokenValue<KnownToken> | undefined> {
  const { rows } = await database.query<{
    token_id: number
    shown: string
    expires_at: string | null
    id: number
    name: string
    tier: TierName
    scopes: Scope[]
  }>(
    `SELECT t.id AS token_id, t.shown, t.expires_at, t.scopes, a.id, a.name, a.tier
     FROM account.token t JOIN account.account a ON a.id = t.account_id
     WHERE t.sha256 = decode($1, 'hex') AND t.revoked_at IS NULL`,
    [sha256],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const caller = { kind: 'token', id: row.token_id, shown: row.shown } as const
  const account = { id: row.id, name: row.name, tier: row.tier, scopes: row.scopes, caller }
  return {
    value: { token_id: row.token_id, account },
    ends_at_ms: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
  }
}

async function writeLastUses(database: Database, batch: readonly (readonly [number, Date])[]): Promise<void> {
  await database.query(
    `UPDATE account.token t SET last_used_at = u.at
     FROM unnest($1::bigint[], $2::timestamptz[]) AS u(id, at)
     WHERE t.id = u.id AND (t.last_used_at IS NULL OR t.last_used_at < u.at)`,
    [batch.map(([id]) => id), batch.map(([, at]) => at.toISOString())],
  )
}
