import type { FastifyRequest } from 'fastify'
import type { Counter } from 'prom-client'
import type { Clock } from '../../runtime/clock.ts'
import type { Count, MinuteWindow } from '../accounts/minute-window.ts'

/**
 * After a failure of Redis, requests skip it for this long, so that a dead Redis does not cost each of them a
 * timeout.
 */
const PAUSE_MS = 1_000

/** Counts requests in the minute of an account, or of another counted thing. undefined: Redis does not answer. */
export type RequestCounting = (
  request: FastifyRequest,
  counted: number | string,
  limit: number,
  amount: number,
) => Promise<Count | undefined>

export function createRequestCounting(options: {
  readonly window: MinuteWindow
  readonly clock: Clock
  /** Counts the requests that pass without being counted. */
  readonly skipped: Counter
}): RequestCounting {
  const { window, clock, skipped } = options
  let paused_until_ms = 0
  return async (request, counted, limit, amount) => {
    const now_ms = clock.now().getTime()
    if (now_ms < paused_until_ms) {
      skipped.inc(amount)
      return undefined
    }
    const count = await window.take(counted, limit, now_ms, amount).catch((error: unknown) => {
      paused_until_ms = now_ms + PAUSE_MS
      request.log.warn({ err: error }, 'requests are not counted: Redis does not answer')
      return undefined
    })
    if (count === undefined) skipped.inc(amount)
    return count
  }
}
