import { LRUCache } from 'lru-cache'
import { upTo } from '../../../runtime/cache-room.ts'
import type { Clock } from '../../../runtime/clock.ts'

/** A change, a revocation or the end of a token takes effect everywhere within this time. */
const CACHE_MS = 10_000

/** What a token gives, until it ends. */
export type TokenValue<V> = { readonly value: V; readonly ends_at_ms: number }

export type TokenMemory<V> = {
  /** What the token with this hash gives now; undefined if it is unknown or has ended. */
  find(sha256: string): Promise<V | undefined>
  /** Forgets a token at once in this process; others follow when their cache expires. */
  forget(sha256: string): void
  /** Forgets the tokens that give such a value, and which tokens are unknown. */
  forgetWhere(isMeant: (value: V) => boolean): void
}

/** Remembers for a short time what tokens give, and which are unknown. */
export function createTokenMemory<V>({
  clock,
  most_tokens,
  read,
}: {
  readonly clock: Clock
  readonly most_tokens: number
  readonly read: (sha256: string) => Promise<TokenValue<V> | undefined>
}): TokenMemory<V> {
  const remembered = <E extends object | true>() =>
    new LRUCache<string, E>({
      ...upTo(most_tokens),
      ttl: CACHE_MS,
      perf: { now: () => clock.now().getTime() },
      ttlResolution: 0,
    })
  // Separate, so that guessed tokens cannot evict known ones.
  const known = remembered<TokenValue<V>>()
  const unknown = remembered<true>()

  return {
    async find(sha256) {
      if (unknown.has(sha256)) return undefined
      const now_ms = clock.now().getTime()
      let cached = known.get(sha256)
      if (cached === undefined) {
        cached = await read(sha256)
        // The entry ages from the time of the question, so that a token revoked meanwhile does not stay longer.
        const start = now_ms
        if (cached === undefined) unknown.set(sha256, true, { start })
        else known.set(sha256, cached, { start })
      }
      return cached === undefined || cached.ends_at_ms <= now_ms ? undefined : cached.value
    },
    forget(sha256) {
      known.delete(sha256)
    },
    forgetWhere(isMeant) {
      for (const [sha256, { value }] of known.entries()) if (isMeant(value)) known.delete(sha256)
      unknown.clear()
    },
  }
}
