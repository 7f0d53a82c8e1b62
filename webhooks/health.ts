import type { Outcome } from './response-class.ts'

/** After this many failures in a row an endpoint is probed one delivery at a time, until it answers 2xx again. */
export const FAILURES_BEFORE_PROBING = 5

const DAY_MS = 24 * 3_600_000
/** An endpoint that has failed so often, and for so long without one 2xx between, is switched off. */
export const disableAfter = { failures: 10, failing_ms: 5 * DAY_MS } as const

export type Health = {
  readonly failures_in_row: number
  readonly first_failure_at: Date | undefined
  readonly last_failure_at: Date | undefined
  readonly last_success_at: Date | undefined
}

/** Health after more attempts, in the order in which they were made. Any 2xx clears what was held against it. */
export function healthAfter(
  health: Health,
  attempts: readonly { readonly outcome: Outcome; readonly at: Date }[],
): Health {
  return attempts.reduce<Health>(
    (before, { outcome, at }) =>
      outcome === 'delivered'
        ? { failures_in_row: 0, first_failure_at: undefined, last_failure_at: undefined, last_success_at: at }
        : {
            failures_in_row: before.failures_in_row + 1,
            first_failure_at: before.first_failure_at ?? at,
            last_failure_at: at,
            last_success_at: before.last_success_at,
          },
    health,
  )
}

/** Counts and a span of time both: a busy endpoint must survive a bad minute, a quiet one must not live for ever. */
export function isDead(health: Health): boolean {
  const { failures_in_row, first_failure_at, last_failure_at } = health
  if (first_failure_at === undefined || last_failure_at === undefined) return false
  const failing_ms = last_failure_at.getTime() - first_failure_at.getTime()
  return failures_in_row >= disableAfter.failures && failing_ms >= disableAfter.failing_ms
}
