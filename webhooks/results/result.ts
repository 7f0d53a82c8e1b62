import type { Attempt } from '../http/sender.ts'
import { delayBeforeAttempt, maxAttempts } from './retry-schedule.ts'

/** One attempt and its consequences. */
export type Result = {
  readonly key: string
  readonly endpoint_id: number
  /** Counts from 1. */
  readonly attempt: number
  /** True if the schedule has no further attempt. */
  readonly is_last: boolean
  readonly made: Attempt
  readonly status: 'delivered' | 'failed' | 'pending'
  readonly due_at: Date | null
  /** The earliest time of the next attempt, if the receiver sent Retry-After. */
  readonly not_before: Date | null
  /** The retry schedule does not count it: it failed on our side, or was expedited. */
  readonly is_free: boolean
  /** It was in flight together with a failure that already counted against the endpoint. */
  readonly is_counted: boolean
}

/**
 * Decides the effect of an attempt on its delivery. `random` (0 to 1) spreads the retries. A first attempt
 * that was lost on a reused connection is repeated at once, and counts. The schedule counts from the last
 * resend by hand. An attempt that counts against nothing does not change the delivery. Nor does a failed
 * expedited attempt: the delivery returns to its scheduled time.
 */
export function resultOf(
  delivery: {
    readonly key: string
    readonly endpoint_id: number
    readonly attempt: number
    readonly uncounted_attempts: number
    /** When its own schedule would send it, if it was expedited. */
    readonly scheduled_at: string | null
  },
  made: Attempt,
  { random, is_counted }: { readonly random: number; readonly is_counted: boolean },
): Result {
  const attempt = delivery.attempt + 1
  const ended_ms = made.at.getTime() + made.duration_ms
  const planned_ms = delivery.scheduled_at === null ? ended_ms : Date.parse(delivery.scheduled_at)
  const isFree = made.counts_against === 'nobody' || planned_ms > ended_ms
  const scheduled = attempt - delivery.uncounted_attempts - (isFree ? 1 : 0)
  const { key, endpoint_id } = delivery
  const base = {
    key,
    endpoint_id,
    attempt,
    is_last: scheduled >= maxAttempts,
    made,
    is_free: isFree,
    is_counted,
  }
  const ended = { ...base, due_at: null, not_before: null }
  if (made.outcome === 'delivered') return { ...ended, status: 'delivered' }
  const again_ms =
    made.is_stale && scheduled === 1
      ? 0
      : delayBeforeAttempt(isFree ? 0 : scheduled, random, made.retry_after_ms)
  const wait_ms = made.outcome === 'retry' ? again_ms : undefined
  if (wait_ms === undefined) return { ...ended, status: 'failed' }
  const { retry_after_ms } = made
  const notBefore =
    retry_after_ms === undefined ? null : new Date(ended_ms + Math.min(retry_after_ms, wait_ms))
  return {
    ...base,
    status: 'pending',
    due_at: new Date(Math.max(ended_ms + wait_ms, planned_ms)),
    not_before: notBefore,
  }
}

/** The name in the attempt log. */
export function outcomeWord(result: Result): 'delivered' | 'retried' | 'failed' | 'exhausted' {
  if (result.status === 'pending') return 'retried'
  if (result.status === 'failed' && result.made.outcome === 'retry' && result.is_last) return 'exhausted'
  return result.status
}
