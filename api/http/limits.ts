import type { FastifyReply } from 'fastify'
import type { ProblemCode } from '../../schemas/http/problem.ts'
import { type ProblemError, problem } from './problem.ts'

/** A limit with what is left of it, as the headers `RateLimit-Policy` and `RateLimit` name them. */
export type PolicyHeaders = { readonly policy: string; readonly state: string }

/** A limit of requests in a minute. `reset_s`: seconds until the minute ends. */
export function minutePolicy(
  name: string,
  limit: number,
  { remaining, reset_s }: { readonly remaining: number; readonly reset_s: number },
): PolicyHeaders {
  return { policy: `"${name}";q=${limit};w=60`, state: `"${name}";r=${remaining};t=${reset_s}` }
}

/** Adds a limit to those that the answer names already. */
export function addPolicy(reply: FastifyReply, { policy, state }: PolicyHeaders): void {
  for (const [header, value] of [
    ['ratelimit-policy', policy],
    ['ratelimit', state],
  ] as const) {
    const before = reply.getHeader(header)
    reply.header(header, before === undefined ? value : `${String(before)}, ${value}`)
  }
}

/** The registered type of a problem whose cause is a limit. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

/** The error for a caller who has used up the limit `policy`. */
export function quotaExceeded(
  code: ProblemCode,
  detail: string,
  { policy, retry_after_s }: { readonly policy: string; readonly retry_after_s: number },
): ProblemError {
  return problem(429, code, detail, {
    type: QUOTA_EXCEEDED,
    headers: { 'retry-after': String(retry_after_s) },
    members: { 'violated-policies': [policy] },
  })
}
