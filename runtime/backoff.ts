export type Backoff = {
  readonly first_ms: number
  readonly longest_ms: number
  /** The share by which a pause is shortened or lengthened at random, 0 to 1. */
  readonly jitter?: number
}

const JITTER = 0.25

/**
 * Gives the milliseconds to wait after `failures` failures in a row (1 or more). The wait doubles each time
 * up to `longest_ms`. `random` (0 to 1) spreads it, so that callers that failed together do not retry
 * together.
 */
export function backoff_ms(backoff: Backoff, failures: number, random = Math.random()): number {
  const { first_ms, longest_ms, jitter = JITTER } = backoff
  const doubled_ms = Math.min(first_ms * 2 ** Math.max(0, failures - 1), longest_ms)
  return spreadPause_ms(doubled_ms, jitter, random)
}

/** A pause, shortened or lengthened by up to the share `jitter`, as `random` (0 to 1) says. */
export function spreadPause_ms(pause_ms: number, jitter: number, random: number): number {
  return Math.round(pause_ms * (1 - jitter + 2 * jitter * random))
}
