import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../../runtime/clock.ts'
import { MINUTE_MS } from '../../../runtime/durations.ts'

/** Waits, or throws the reason of the signal. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pause: Pause = async (ms, signal) => {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
}

export type Pacer = {
  /** Returns when the next request may be made. */
  readonly take: (signal: AbortSignal) => Promise<void>
  /** Allows no request before then. A publisher's Retry-After applies to all requests. */
  readonly hold: (until: Date) => void
}

const BURST_MS = 2_000

/**
 * A token bucket: it allows a number of requests per minute, with bursts of at most two seconds' worth. Its state is
 * one time, when the bucket will be full again. Concurrent requests queue.
 */
export function createPacer(requestsPerMinute: number, clock: Clock, waitFor: Pause): Pacer {
  const cost_ms = MINUTE_MS / requestsPerMinute
  const burst_ms = Math.max(BURST_MS, cost_ms)
  let fullAt_ms = 0
  let blockedUntil_ms = 0
  return {
    async take(signal) {
      signal.throwIfAborted()
      const now_ms = clock.now().getTime()
      fullAt_ms = Math.max(fullAt_ms, now_ms, blockedUntil_ms) + cost_ms
      const wait_ms = Math.max(fullAt_ms - burst_ms, blockedUntil_ms) - now_ms
      if (wait_ms > 0) await waitFor(Math.ceil(wait_ms), signal)
    },
    hold(until) {
      blockedUntil_ms = Math.max(blockedUntil_ms, until.getTime())
    },
  }
}
