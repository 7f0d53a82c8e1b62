import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts'
import type { CountsAgainst, Outcome } from '../http/outcome.ts'

/**
 * After this many failures in a row an endpoint is probed one delivery at a time, until it answers 2xx again: what waits
 * for it uses up no attempts meanwhile. Requests that were in flight together and failed count as one failure.
 */
export const FAILURES_BEFORE_PROBING = 5
const MIN_PAUSE_S = 5
const MAX_PAUSE_S = 60
/**
 * The pause before the next probe is this part of the time for which the endpoint has failed: whatever the outage took, it
 * costs its owner a sixtieth more, and an endpoint that stays dead costs us one request a minute.
 */
const PAUSE_PER_FAILING = 1 / 60

/** SQL: whether `endpoint` is probed, and when it is next. */
export const IS_PROBED = `(endpoint.failures_in_row >= ${FAILURES_BEFORE_PROBING} AND endpoint.last_failure_at IS NOT NULL)`
export const PROBED_AT = `(CASE WHEN ${IS_PROBED} THEN endpoint.last_failure_at + least(greatest(
    (endpoint.last_failure_at - endpoint.first_failure_at) * ${PAUSE_PER_FAILING},
    interval '${MIN_PAUSE_S} seconds'), interval '${MAX_PAUSE_S} seconds') END)`

/** SQL: whether `endpoint` may be sent to at the instant of this parameter, by its health. */
export const isAnsweringSql = (now: string): string =>
  `(endpoint.hold_until IS NULL OR endpoint.hold_until <= ${now}) AND (${PROBED_AT} IS NULL OR ${PROBED_AT} <= ${now})`

/** A receiver that asks for time is not sent anything else either, for so long at most. */
export const MAX_HOLD_MS = HOUR_MS
/** Its owner is told when an endpoint has failed for so long. */
const warnings_hours = [72, 24] as const
/** An endpoint that has failed so often, and for so long without one 2xx between, is switched off. */
export const disableAfter = { failures: 10, failing_ms: 5 * DAY_MS } as const

export type Health = {
  /** Requests that were in flight together count once. */
  readonly failures_in_row: number
  readonly first_failure_at: Date | undefined
  readonly last_failure_at: Date | undefined
  readonly last_success_at: Date | undefined
  /** The owner was told of so many hours. */
  readonly warned_hours: number
  readonly hold_until: Date | undefined
}

export type HealthEvent = {
  readonly outcome: Outcome
  readonly at: Date
  readonly duration_ms: number
  readonly retry_after_ms: number | undefined
  readonly counts_against: CountsAgainst
  /** It was in flight with a failure that has been counted. */
  readonly is_counted: boolean
}

/**
 * Health after more attempts, in the order in which they were made. Any 2xx clears what was held against it. What failed on
 * our side says nothing of it: the endpoint is left alone for a moment, and no more.
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
    hold_until: before.hold_until,
  }
}

function illAfter(before: Health, attempt: HealthEvent): Health {
  return {
    failures_in_row: before.failures_in_row + (attempt.is_counted && before.failures_in_row > 0 ? 0 : 1),
    first_failure_at: before.first_failure_at ?? attempt.at,
    last_failure_at: new Date(attempt.at.getTime() + attempt.duration_ms),
    last_success_at: before.last_success_at,
    warned_hours: before.warned_hours,
    hold_until: holdAfter(before.hold_until, attempt),
  }
}

function restAfter(before: Health, attempt: HealthEvent): Health {
  return { ...before, hold_until: holdAfter(before.hold_until, attempt) }
}

/** How long everything is to wait, as the receiver asks or we do: what is said of one delivery goes for all that follow. */
export function holdOf({ outcome, retry_after_ms }: Pick<HealthEvent, 'outcome' | 'retry_after_ms'>): number {
  return outcome === 'retry' ? Math.min(retry_after_ms ?? 0, MAX_HOLD_MS) : 0
}

function holdAfter(before: Date | undefined, attempt: HealthEvent): Date | undefined {
  const hold_ms = holdOf(attempt)
  if (hold_ms === 0) return before
  const until_ms = attempt.at.getTime() + attempt.duration_ms + hold_ms
  return new Date(Math.max(until_ms, before?.getTime() ?? 0))
}

/** How many hours of failing the owner is to be told of now; undefined where that was told. */
export function warningDue(health: Health): number | undefined {
  const failing_ms = failingFor(health)
  return warnings_hours.find((hours) => failing_ms >= hours * HOUR_MS && hours > health.warned_hours)
}

/** Counts and a span of time both: a busy endpoint must survive a bad minute, a quiet one must not live for ever. */
export function isBeyondRecovery(health: Health): boolean {
  return health.failures_in_row >= disableAfter.failures && failingFor(health) >= disableAfter.failing_ms
}

function failingFor({ first_failure_at, last_failure_at }: Health): number {
  if (first_failure_at === undefined || last_failure_at === undefined) return 0
  return last_failure_at.getTime() - first_failure_at.getTime()
}
