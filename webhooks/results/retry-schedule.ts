import { spreadPause_ms } from '../../runtime/backoff.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../runtime/durations.ts'

/** The pause before each attempt: ten attempts over about 76 hours. */
const RETRY_DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

export const maxAttempts = RETRY_DELAYS_MS.length

const JITTER = 0.2
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

/**
 * Milliseconds until the next attempt after `attempts_made`, spread ±20 % by `random` (0 to 1) so that endpoints that
 * failed together are not retried together. undefined if all attempts are used up. It is never shorter than the
 * receiver's Retry-After.
 */
export function delayBeforeAttempt(
  attemptsMade: number,
  random: number,
  retry_after_ms: number | undefined,
): number | undefined {
  const wait_ms = RETRY_DELAYS_MS[attemptsMade]
  if (wait_ms === undefined) return undefined
  return Math.max(spreadPause_ms(wait_ms, JITTER, random), Math.min(retry_after_ms ?? 0, MAX_RETRY_AFTER_MS))
}
