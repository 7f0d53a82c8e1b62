import { parseRetryAfter } from '../../../runtime/http/retry-after.ts'
import type { Exchange } from './transport.ts'
import type { UpstreamCode } from './upstream-error.ts'

export type Validators = { readonly etag: string | null; readonly last_modified: string | null }

export type Failure = {
  readonly code: UpstreamCode
  readonly detail: string
  readonly status: number | null
  readonly may_pass: boolean
  readonly retry_after_ms: number | undefined
}

export const codesOfBreak = {
  cut: 'upstream_unavailable',
  too_large: 'upstream_too_large',
  redirects: 'upstream_redirects',
  private: 'upstream_rejected',
} as const

const missing = new Set([404, 410])

/** Faults of the server, and temporary ones. */
const passing = new Set([408, 421, 425])

export function failureOf(
  { status, headers, body }: Exchange,
  validators: Validators,
  now: Date,
): Failure | null {
  if (status === 200 || missing.has(status)) return null
  const isConditional = validators.etag !== null || validators.last_modified !== null
  if (status === 304 && isConditional) return null
  const retryAfter_ms = parseRetryAfter(headers['retry-after'], now)
  const detail = `answered ${status}${beginningOf(body)}`
  // GitHub answers 403 when others answer 429.
  const isLimited = status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0')
  if (isLimited)
    return { code: 'upstream_limited', detail, status, may_pass: true, retry_after_ms: retryAfter_ms }
  if (status >= 500 || passing.has(status))
    return { code: 'upstream_unavailable', detail, status, may_pass: true, retry_after_ms: retryAfter_ms }
  if (status >= 200 && status < 400)
    return { code: 'upstream_malformed', detail, status, may_pass: true, retry_after_ms: retryAfter_ms }
  const code = status === 401 || status === 403 ? 'upstream_refused' : 'upstream_rejected'
  return { code, detail, status, may_pass: false, retry_after_ms: undefined }
}

const PRINTED_CHARACTERS = 200

/** Gives the start of an error page, for the operator. */
function beginningOf(body: Buffer): string {
  const text = body
    .subarray(0, 4 * PRINTED_CHARACTERS)
    .toString('utf8')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, PRINTED_CHARACTERS)
    .toWellFormed()
  return text === '' ? '' : `: ${text}`
}
