import { mostAttempts, waitBefore } from './retry-schedule.ts'
import type { Attempt } from './send.ts'

/** One attempt and what follows from it. */
export type Result = {
  readonly key: string
  readonly endpoint_id: number
  /** Counts from 1. */
  readonly attempt: number
  /** Whether the schedule has no further attempt. */
  readonly is_last: boolean
  readonly made: Attempt
  readonly status: 'delivered' | 'failed' | 'pending'
  readonly due_at: Date | null
}

/**
 * Decides what an attempt means for its delivery. `random` (0 to 1) spreads the retries. A first attempt that is lost on a
 * connection from before is made again at once, and counts; so does the schedule from where it was last sent by hand. What
 * counts against nobody takes nothing of the schedule either: the delivery is where it was before.
 */
export function resultOf(
  delivery: {
    readonly key: string
    readonly endpoint_id: number
    readonly attempt: number
    readonly attempts_before: number
  },
  made: Attempt,
  random: number,
): Result {
  const attempt = delivery.attempt + 1
  const is_free = made.counts_against === 'nobody'
  const scheduled = attempt - delivery.attempts_before - (is_free ? 1 : 0)
  const { key, endpoint_id } = delivery
  const base = { key, endpoint_id, attempt, is_last: scheduled >= mostAttempts, made }
  if (made.outcome === 'delivered') return { ...base, status: 'delivered', due_at: null }
  const again_ms =
    made.is_stale && scheduled === 1 ? 0 : waitBefore(is_free ? 0 : scheduled, random, made.retry_after_ms)
  const wait_ms = made.outcome === 'retry' ? again_ms : undefined
  if (wait_ms === undefined) return { ...base, status: 'failed', due_at: null }
  return { ...base, status: 'pending', due_at: new Date(made.at.getTime() + made.duration_ms + wait_ms) }
}

/** As the attempt log calls it. */
export function outcomeWord(result: Result): 'delivered' | 'retried' | 'failed' | 'exhausted' {
  if (result.status === 'pending') return 'retried'
  if (result.status === 'failed' && result.made.outcome === 'retry' && result.is_last) return 'exhausted'
  return result.status
}
