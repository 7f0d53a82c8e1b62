import { LRUCache } from 'lru-cache'
import { upTo } from '../../runtime/cache-room.ts'
import { LegislogError } from '../../schemas/errors.ts'

/** A method is pure, so it fails in the same way again, unless the machine was short of time or memory. */
const REMEMBERED_MS = 10 * 60_000
const MOST = 10_000
const REMEMBERED: ReadonlySet<string> = new Set(['derive_timeout', 'derive_failed'])

export type RecentFailures = {
  /** Throws the error with which the work of this name failed lately. */
  throwIfKnown(name: string): void
  /** Remembers errors that cost much time, and no others. */
  remember(name: string, error: unknown): void
}

/** Remembers failed results for ten minutes, so that not every request for one of them takes a thread until its limit. */
export function createRecentFailures(now_ms: () => number = () => performance.now()): RecentFailures {
  const known = new LRUCache<string, LegislogError>({
    ...upTo(MOST),
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: now_ms },
  })
  return {
    throwIfKnown(name) {
      const error = known.get(name)
      if (error === undefined) return
      throw new LegislogError(error.code, error.message, { cause: error })
    },
    remember(name, error) {
      if (error instanceof LegislogError && REMEMBERED.has(error.code)) known.set(name, error)
    },
  }
}
