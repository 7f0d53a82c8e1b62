import { LRUCache } from 'lru-cache'
import type { Clock } from '../../runtime/clock.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { TierName } from '../../schemas/http/service/token.ts'
import { hashToken, isWellFormedToken } from '../accounts/token-text.ts'
import { WIDGET, type WidgetRow } from './widget-row.ts'

/** A widget with its account, found by its token. */
export type Widget = WidgetRow & {
  readonly account_id: number
  readonly account: string
  readonly tier: TierName
  readonly form_key: string
}

export type WidgetCache = {
  find(token: string): Promise<Widget | undefined>
  /** Forgets a widget at once in this process; others follow when their cache expires. */
  forget(id: number): void
}

/** A change, a revocation or the end of a token takes effect everywhere within this time. */
const CACHE_MS = 10_000
const CACHE_ENTRIES = 5_000

type Cached = { readonly widget: Widget; readonly ends_at_ms: number }

/** Finds widgets by their tokens, with a short cache of both hits and misses. */
export function createWidgetCache(database: Queryable, clock: Clock): WidgetCache {
  const remembered = <V extends object | true>() =>
    new LRUCache<string, V>({
      max: CACHE_ENTRIES,
      ttl: CACHE_MS,
      perf: { now: () => clock.now().getTime() },
      ttlResolution: 0,
    })
  // Separate, so that guessed tokens cannot evict known ones.
  const known = remembered<Cached>()
  const unknownTokens = remembered<true>()

  return {
    async find(token) {
      if (!isWellFormedToken(token, 'wgt_')) return undefined
      const sha256 = hashToken(token)
      if (unknownTokens.has(sha256)) return undefined
      const start = clock.now().getTime()
      let cached = known.get(sha256)
      if (cached === undefined) {
        cached = await readWidget(database, sha256)
        if (cached === undefined) unknownTokens.set(sha256, true, { start })
        else known.set(sha256, cached, { start })
      }
      return cached === undefined || cached.ends_at_ms <= start ? undefined : cached.widget
    },
    forget(id) {
      for (const [sha256, { widget }] of known.entries()) if (widget.id === id) known.delete(sha256)
      unknownTokens.clear()
    },
  }
}

async function readWidget(database: Queryable, sha256: string): Promise<Cached | undefined> {
  const { rows } = await database.query<Widget & { is_former: boolean }>({
    name: 'widget-of-token',
    text: `SELECT ${WIDGET}, w.account_id, a.name AS account, a.tier, encode(w.form_key, 'hex') AS form_key,
         w.sha256 <> decode($1, 'hex') AS is_former
       FROM account.widget w JOIN account.account a ON a.id = w.account_id
       WHERE (w.sha256 = decode($1, 'hex') OR w.former_sha256 = decode($1, 'hex')) AND w.revoked_at IS NULL`,
    values: [sha256],
  })
  if (rows[0] === undefined) return undefined
  const { is_former, ...widget } = rows[0]
  const end = is_former ? Date.parse(widget.former_token_ends_at ?? '') : Number.POSITIVE_INFINITY
  return { widget, ends_at_ms: end }
}
