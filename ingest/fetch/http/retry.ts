import { backoff_ms } from '../../../runtime/backoff.ts'
import { SECOND_MS } from '../../../runtime/durations.ts'

const FIRST_WAIT_MS = SECOND_MS
/**
 * The first wait after "too many requests" without a Retry-After, because publishers count by the minute or by the
 * hour.
 */
const FIRST_WAIT_LIMITED_MS = 15 * SECOND_MS
const LONGEST_WAIT_MS = 120 * SECOND_MS
const SPREAD = 0.25

/**
 * Gives the milliseconds before the next attempt after `attempts_made`. They double and vary by ±25 % (`random` is 0
 * to 1), and are never shorter than the publisher's Retry-After.
 */
export function waitAfter(
  attemptsMade: number,
  random: number,
  answer: { readonly is_limited: boolean; readonly retry_after_ms: number | undefined },
): number {
  const first_ms = answer.is_limited ? FIRST_WAIT_LIMITED_MS : FIRST_WAIT_MS
  if (answer.retry_after_ms === undefined) {
    return backoff_ms({ first_ms, longest_ms: LONGEST_WAIT_MS, jitter: SPREAD }, attemptsMade, random)
  }
  return answer.retry_after_ms + Math.round(first_ms * SPREAD * random)
}
