import { LRUCache } from 'lru-cache'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { startPeriodicWrite } from '../../runtime/postgres/periodic-write.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Scope, TierName } from '../../schemas/http/service/token.ts'
import { hashToken, isWellFormedToken } from './token-text.ts'

/** The account of a caller, found by its token. */
export type Account = {
  readonly id: number
  readonly name: string
  readonly tier: TierName
  readonly scopes: readonly Scope[]
}

type CachedToken = { readonly token_id: number; readonly expires_at_ms: number; readonly account: Account }

export type TokenCache = {
  find(token: string): Promise<Account | undefined>
  /** Forgets a token at once in this process; others follow when their cache expires. */
  forget(sha256: string): void
  /** Writes when each token was last used. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** A revoked token or a new tier takes effect everywhere within this time. */
const CACHE_MS = 10_000
const CACHE_ENTRIES = 20_000
const FLUSH_MS = 60_000

/** Finds the account of a token with a short cache of both hits and misses. Records uses without a write for each request. */
export function createTokenCache(database: Database, clock: Clock, log: Log): TokenCache {
  const remembered = <V extends object | true>() =>
    new LRUCache<string, V>({
      max: CACHE_ENTRIES,
      ttl: CACHE_MS,
      perf: { now: () => clock.now().getTime() },
      ttlResolution: 0,
    })
  // Separate, so that guessed tokens cannot evict known ones.
  const known = remembered<CachedToken>()
  const unknownTokens = remembered<true>()
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

  return {
    async find(token) {
      if (!isWellFormedToken(token)) return undefined
      const sha256 = hashToken(token)
      const now = clock.now()
      if (unknownTokens.has(sha256)) return undefined
      let cached = known.get(sha256)
      if (cached === undefined) {
        cached = await readToken(database, sha256)
        // The entry ages from the time of the question, so that a token revoked meanwhile does not stay longer.
        const start = now.getTime()
        if (cached === undefined) unknownTokens.set(sha256, true, { start })
        else known.set(sha256, cached, { start })
      }
      if (cached === undefined || cached.expires_at_ms <= now.getTime()) return undefined
      used.set(cached.token_id, now)
      return cached.account
    },
    forget(sha256) {
      known.delete(sha256)
    },
    flush: writing.flush,
    close: writing.close,
  }
}

async function readToken(database: Database, sha256: string): Promise<CachedToken | undefined> {
  const { rows } = await database.query<{
    token_id: number
    expires_at: string | null
    id: number
    name: string
    tier: TierName
    scopes: Scope[]
  }>(
    `SELECT t.id AS token_id, t.expires_at, t.scopes, a.id, a.name, a.tier
     FROM account.token t JOIN account.account a ON a.id = t.account_id
     WHERE t.sha256 = decode($1, 'hex') AND t.revoked_at IS NULL`,
    [sha256],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    token_id: row.token_id,
    expires_at_ms: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
    account: { id: row.id, name: row.name, tier: row.tier, scopes: row.scopes },
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
