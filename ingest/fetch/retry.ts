const SECOND_MS = 1_000
const FIRST_WAIT_MS = SECOND_MS
/** Too many requests without a word on how long: a publisher counts by the minute or by the hour. */
const FIRST_WAIT_LIMITED_MS = 15 * SECOND_MS
const LONGEST_WAIT_MS = 120 * SECOND_MS
const SPREAD = 0.25

/**
 * Milliseconds before the next attempt after `attempts_made`: doubling, spread ±25 % by `random` (0 to 1). A
 * publisher's Retry-After is waited for at least.
 */
export function waitAfter(
  attempts_made: number,
  random: number,
  answer: { readonly is_limited: boolean; readonly retry_after_ms: number | undefined },
): number {
  const first_ms = answer.is_limited ? FIRST_WAIT_LIMITED_MS : FIRST_WAIT_MS
  const doubled_ms = Math.min(first_ms * 2 ** (attempts_made - 1), LONGEST_WAIT_MS)
  const spread = 1 - SPREAD + 2 * SPREAD * random
  if (answer.retry_after_ms === undefined) return Math.round(doubled_ms * spread)
  return answer.retry_after_ms + Math.round(first_ms * SPREAD * random)
}

/** Retry-After as seconds or as an HTTP date of any of its three forms; undefined where it is neither. */
export function retryAfter(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d+)?$/u.test(text)) return Math.ceil(Number(text) * SECOND_MS)
  if (!/^[A-Z][a-z]+,? /u.test(text)) return undefined
  // The form of asctime has no zone: it is always GMT.
  const at_ms = Date.parse(/GMT$/u.test(text) ? text : `${text} GMT`)
  return Number.isNaN(at_ms) ? undefined : Math.max(0, at_ms - now.getTime())
}
