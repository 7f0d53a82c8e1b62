import { mostAttempts, waitBefore } from './retry-schedule.ts'
import type { Attempt } from './send.ts'

/** One attempt and what follows from it. */
export type Result = {
  readonly key: string
  readonly endpoint_id: number
  /** Counts from 1. */
  readonly attempt: number
  readonly made: Attempt
  readonly status: 'delivered' | 'failed' | 'pending'
  readonly due_at: Date | null
}

/** Decides what an attempt means for its delivery. `random` (0 to 1) spreads the retries. */
export function resultOf(
  delivery: { readonly key: string; readonly endpoint_id: number; readonly attempt: number },
  made: Attempt,
  random: number,
): Result {
  const attempt = delivery.attempt + 1
  const base = { key: delivery.key, endpoint_id: delivery.endpoint_id, attempt, made }
  if (made.outcome === 'delivered') return { ...base, status: 'delivered', due_at: null }
  const wait_ms = made.outcome === 'retry' ? waitBefore(attempt, random, made.retry_after_ms) : undefined
  if (wait_ms === undefined) return { ...base, status: 'failed', due_at: null }
  return { ...base, status: 'pending', due_at: new Date(made.at.getTime() + made.duration_ms + wait_ms) }
}

/** As the attempt log calls it. */
export function outcomeWord(result: Result): 'delivered' | 'retried' | 'failed' | 'exhausted' {
  if (result.status === 'pending') return 'retried'
  if (result.status === 'failed' && result.made.outcome === 'retry' && result.attempt >= mostAttempts)
    return 'exhausted'
  return result.status
}
