import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts'
import type { CountsAgainst, Outcome } from '../http/outcome.ts'

/**
 * After this many failures in a row an endpoint is probed. It gets one delivery at a time until it answers 2xx again,
 * and its other deliveries use up no attempts. Failures of requests that were in flight together count once.
 */
export const FAILURES_BEFORE_PROBING = 5
const MIN_PAUSE_S = 5
const MAX_PAUSE_S = 60
/**
 * The pause before the next probe is this fraction of the time for which the endpoint has failed. So an outage costs
 * its owner at most a sixtieth more time, and a dead endpoint costs us one request a minute.
 */
const PAUSE_PER_FAILING = 1 / 60

/** SQL: whether `endpoint` is probed, and the time of its next probe. */
export const IS_PROBED = `(endpoint.failures_in_row >= ${FAILURES_BEFORE_PROBING} AND endpoint.last_failure_at IS NOT NULL)`
export const PROBED_AT = `(CASE WHEN ${IS_PROBED} THEN endpoint.last_failure_at + least(greatest(
    (endpoint.last_failure_at - endpoint.first_failure_at) * ${PAUSE_PER_FAILING},
    interval '${MIN_PAUSE_S} seconds'), interval '${MAX_PAUSE_S} seconds') END)`

/** SQL: whether the health of `endpoint` allows sending at the time that the parameter gives. */
export const isAnsweringSql = (now: string): string =>
  `(endpoint.wait_until IS NULL OR endpoint.wait_until <= ${now}) AND (${PROBED_AT} IS NULL OR ${PROBED_AT} <= ${now})`

/** If a receiver sends Retry-After, nothing else is sent to it either, for at most this time. */
const MAX_HOLD_MS = HOUR_MS
/** The owner gets a notice when an endpoint has failed for these hours. */
const warnings_hours = [72, 24] as const
/** An endpoint is disabled after this many failures over this time without any 2xx. */
const disableAfter = { failures: 10, failing_ms: 5 * DAY_MS } as const

export type Health = {
  /** Failures of requests that were in flight together count once. */
  readonly failures_in_row: number
  readonly first_failure_at: Date | undefined
  readonly last_failure_at: Date | undefined
  readonly last_success_at: Date | undefined
  /** The hours of the last notice to the owner. */
  readonly warned_hours: number
  readonly wait_until: Date | undefined
}

export type HealthEvent = {
  readonly outcome: Outcome
  readonly at: Date
  readonly duration_ms: number
  readonly retry_after_ms: number | undefined
  readonly counts_against: CountsAgainst
  /** It was in flight together with a failure that was already counted. */
  readonly is_counted: boolean
}

/**
 * Computes the health after more attempts, in the order in which they were made. Any 2xx clears all failures. A
 * failure on our side does not count: the endpoint only pauses for a moment.
 */
export function healthAfter(health: Health, attempts: readonly HealthEvent[]): Health {
  return attempts.reduce((before, attempt) => {
    if (attempt.outcome === 'delivered') return wellAfter(before, attempt)
    if (attempt.counts_against === 'endpoint') return illAfter(before, attempt)
    return restAfter(before, attempt)
  }, health)
}

function wellAfter(before: Health, { at }: HealthEvent): Health {
  return {
    failures_in_row: 0,
    first_failure_at: undefined,
    last_failure_at: undefined,
    last_success_at: at,
    warned_hours: 0,
    wait_until: before.wait_until,
  }
}

function illAfter(before: Health, attempt: HealthEvent): Health {
  return {
    failures_in_row: before.failures_in_row + (attempt.is_counted && before.failures_in_row > 0 ? 0 : 1),
    first_failure_at: before.first_failure_at ?? attempt.at,
    last_failure_at: new Date(attempt.at.getTime() + attempt.duration_ms),
    last_success_at: before.last_success_at,
    warned_hours: before.warned_hours,
    wait_until: waitAfter(before.wait_until, attempt),
  }
}

function restAfter(before: Health, attempt: HealthEvent): Health {
  return { ...before, wait_until: waitAfter(before.wait_until, attempt) }
}

/**
 * Gives the pause of all deliveries that the receiver or this service requests. One Retry-After applies to
 * every later delivery.
 */
export function holdOf({ outcome, retry_after_ms }: Pick<HealthEvent, 'outcome' | 'retry_after_ms'>): number {
  return outcome === 'retry' ? Math.min(retry_after_ms ?? 0, MAX_HOLD_MS) : 0
}

function waitAfter(before: Date | undefined, attempt: HealthEvent): Date | undefined {
  const hold_ms = holdOf(attempt)
  if (hold_ms === 0) return before
  const until_ms = attempt.at.getTime() + attempt.duration_ms + hold_ms
  return new Date(Math.max(until_ms, before?.getTime() ?? 0))
}

/** The hours that the next notice to the owner reports. undefined if no notice is due. */
export function warningDue(health: Health): number | undefined {
  const failing_ms = failingFor(health)
  return warnings_hours.find((hours) => failing_ms >= hours * HOUR_MS && hours > health.warned_hours)
}

/**
 * Needs both a count and a time span: a busy endpoint must survive a bad minute, and a quiet one must not fail
 * forever.
 */
export function isBeyondRecovery(health: Health): boolean {
  return health.failures_in_row >= disableAfter.failures && failingFor(health) >= disableAfter.failing_ms
}

function failingFor({ first_failure_at, last_failure_at }: Health): number {
  if (first_failure_at === undefined || last_failure_at === undefined) return 0
  return last_failure_at.getTime() - first_failure_at.getTime()
}
