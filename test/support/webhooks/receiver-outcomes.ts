import type { Mode } from '../fakes/receiver.ts'

export const HOUR = 3_600
const DAY = 24 * HOUR
export const MB = 1024 * 1024

export type Outcome = {
  readonly status: 'delivered' | 'failed' | 'pending'
  readonly last_status: number | null
  readonly last_error: string | null
  /** Until the next attempt. */
  readonly wait_s?: number
}
export const delivered = (lastStatus = 200): Outcome => ({
  status: 'delivered',
  last_status: lastStatus,
  last_error: null,
})
const final = (lastStatus: number): Outcome => ({
  status: 'failed',
  last_status: lastStatus,
  last_error: `status ${lastStatus}`,
})
export const again = (lastStatus: number | null, lastError: string, wait_s = 5): Outcome => ({
  status: 'pending',
  last_status: lastStatus,
  last_error: lastError,
  wait_s,
})
const status = (number: number): Mode => ({ kind: 'status', status: number })
const asking = (number: number, value: string): Mode => ({ kind: 'retry-after', status: number, value })
const moved = (number: number): Mode => ({
  kind: 'redirect',
  status: number,
  location: 'https://new.example.com/hook',
})

/** The behavior of a receiver, and the outcome of its delivery. */
export const table: readonly (readonly [string, Mode, Outcome])[] = [
  ['answers 200', { kind: 'ok' }, delivered()],
  ['answers 204', status(204), delivered(204)],
  ['sends early hints before its 200', { kind: 'early-hints' }, delivered()],
  ['sends early hints for ever', { kind: 'endless-early-hints' }, again(null, 'answer_unreadable')],
  ['answers 301', moved(301), again(301, 'redirect to https://new.example.com/hook')],
  ['answers 302', moved(302), again(302, 'redirect to https://new.example.com/hook')],
  ['answers 307', moved(307), again(307, 'redirect to https://new.example.com/hook')],
  ['answers 304', status(304), again(304, 'status 304')],
  ...[400, 401, 404, 408, 409, 410, 413, 425].map(
    (number) => [`answers ${number}`, status(number), final(number)] as const,
  ),
  ['answers 429', status(429), again(429, 'status 429')],
  ['answers 429 and asks for an hour', asking(429, String(HOUR)), again(429, 'status 429', HOUR)],
  [
    'answers 429 and names the end of an hour',
    asking(429, 'Mon, 02 Mar 2026 10:00:00 GMT'),
    again(429, 'status 429', HOUR),
  ],
  ['answers 429 and asks for a month', asking(429, String(30 * DAY)), again(429, 'status 429', DAY)],
  ['answers 429 and asks for nonsense', asking(429, 'soon'), again(429, 'status 429')],
  ['answers 500', status(500), again(500, 'status 500')],
  ['answers 502', status(502), again(502, 'status 502')],
  ['answers 503', status(503), again(503, 'status 503')],
  ['answers 503 and asks for an hour', asking(503, String(HOUR)), again(503, 'status 503', HOUR)],
  ['resets the connection', { kind: 'reset' }, again(null, 'connection_lost')],
  ['closes in the middle of its body', { kind: 'cut-body' }, again(null, 'connection_lost')],
  ['answers 200 with 20 MB', { kind: 'huge-body', bytes: 20 * MB }, delivered()],
  ['answers 500 with 20 MB', { kind: 'huge-body', bytes: 20 * MB, status: 500 }, again(500, 'status 500')],
  ['sends a gzip bomb', { kind: 'gzip-bomb', bytes: 20 * MB }, delivered()],
  ['sends 40 KB of headers', { kind: 'huge-header', bytes: 40 * 1024 }, again(null, 'headers_too_large')],
]

/** These end at a deadline, which is short for them alone. */
export const endless: typeof table = [
  ['hangs', { kind: 'hang-before-headers' }, again(null, 'timeout')],
  ['drips its body', { kind: 'drip-body', every_ms: 20 }, again(null, 'timeout')],
]
