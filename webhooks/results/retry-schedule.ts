const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long each attempt waits for the one before it: ten attempts over some 76 hours. */
const RETRY_DELAYS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

export const maxAttempts = RETRY_DELAYS_MS.length

const JITTER = 0.2
const MAX_RETRY_AFTER_MS = 24 * HOUR

/**
 * Milliseconds until the next attempt after `attempts_made`, spread ±20 % by `random` (0 to 1) so that endpoints that
 * failed together do not come back together; undefined when all attempts are used up. A receiver's Retry-After is
 * waited for at least.
 */
export function delayBeforeAttempt(
  attemptsMade: number,
  random: number,
  retry_after_ms: number | undefined,
): number | undefined {
  const wait_ms = RETRY_DELAYS_MS[attemptsMade]
  if (wait_ms === undefined) return undefined
  const spread_ms = Math.round(wait_ms * (1 - JITTER + 2 * JITTER * random))
  return Math.max(spread_ms, Math.min(retry_after_ms ?? 0, MAX_RETRY_AFTER_MS))
}
