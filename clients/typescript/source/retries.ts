import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

export type RetryOptions = {
  /** Attempts of a request, with the first one. */
  readonly attempts: number
  /** An attempt that takes longer counts as failed. */
  readonly timeout_ms: number
  /** A server that asks for a longer wait gets no further attempt. */
  readonly longest_wait_ms: number
  readonly fetch: typeof globalThis.fetch
  readonly wait: (ms: number) => Promise<unknown>
}

export const RETRY_DEFAULTS: RetryOptions = {
  attempts: 6,
  timeout_ms: 60_000,
  longest_wait_ms: 120_000,
  fetch: (request) => globalThis.fetch(request),
  wait: delay,
}

const FIRST_WAIT_MS = 500
const LONGEST_OWN_WAIT_MS = 20_000
/** 409 is tried again only for `idempotency_in_flight`, which says Retry-After. */
const TRANSIENT = new Set([429, 500, 502, 503, 504])

/**
 * Sends a request until it is answered, and waits as `Retry-After` says. Every POST gets an `Idempotency-Key`, so that a
 * repeat does nothing twice. The last answer is returned, whatever it says.
 */
export function createRetryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  return async (given) => {
    const request = withKey(given)
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= options.attempts
      let answer: Response
      try {
        answer = await send(request, options)
      } catch (error) {
        if (isLast || request.signal.aborted) throw error
        await options.wait(ownWait(attempt))
        continue
      }
      const wait_ms = waitOf(answer, attempt)
      if (wait_ms === undefined || wait_ms > options.longest_wait_ms || isLast) return answer
      await answer.body?.cancel()
      await options.wait(wait_ms)
    }
  }
}

function withKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return request
  const headers = new Headers(request.headers)
  headers.set('idempotency-key', randomUUID())
  return new Request(request, { headers })
}

function send(request: Request, { fetch, timeout_ms }: RetryOptions): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout_ms)])
  return fetch(new Request(request.clone(), { signal }))
}

/** Milliseconds until the next attempt. It is undefined if another attempt gets the same answer. */
function waitOf(answer: Response, attempt: number): number | undefined {
  const after = answer.headers.get('retry-after')
  if (after === null) return TRANSIENT.has(answer.status) ? ownWait(attempt) : undefined
  if (answer.status < 400) return undefined
  const asked_ms = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now()
  return Number.isNaN(asked_ms) ? ownWait(attempt) : Math.max(0, asked_ms) + jitter(FIRST_WAIT_MS)
}

/** The wait doubles. Half of it is random, so that clients that failed together do not come back together. */
function ownWait(attempt: number): number {
  const longest = Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return longest / 2 + jitter(longest / 2)
}

const jitter = (most_ms: number): number => Math.random() * most_ms
