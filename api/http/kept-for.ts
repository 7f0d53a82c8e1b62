import type { Clock } from '../../runtime/clock.ts'

/**
 * Does the work at most once in a time, and gives its result to all calls meanwhile. A failure goes to those who wait for it,
 * and the next call tries again.
 */
export function keptFor<T>(clock: Clock, time_ms: number, work: () => Promise<T>): () => Promise<T> {
  let kept: { readonly since: number; readonly result: Promise<T> } | undefined
  return () => {
    const now = clock.now().getTime()
    // A clock that was set back must not keep the result for longer.
    if (kept !== undefined && now >= kept.since && now < kept.since + time_ms) return kept.result
    const made = { since: now, result: work() }
    kept = made
    // A failure is not kept. Those who wait for the result get the error.
    made.result.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.result
  }
}
