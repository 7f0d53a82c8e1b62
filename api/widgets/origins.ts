import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../http/problem.ts'
import { addVary } from '../http/vary.ts'
import { shownValue } from '../input/accepted-values.ts'
import { invalidBody } from '../input/refused-input.ts'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** The origins of a request body as a browser writes them. Throws 400 for anything else than an origin. */
export function originsOf(given: readonly string[]): string[] {
  return [...new Set(given.map(originOf))]
}

function originOf(text: string, place: number): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  // Characters with a meaning in a policy never get into one.
  if (isSafe && isBare && url.password === '' && /^[\w.:/[\]-]+$/.test(url.origin)) return url.origin
  throw invalidBody(
    ['origins', place],
    `origins[${place}] is ${shownValue(text)}; it must be an origin without a path, such as https://www.example.org.`,
  )
}

type Embedded = { readonly origins: readonly string[] }

/**
 * Names the one origin that a browser may hand the answer to. A request of another origin is refused before anything is
 * done. A request without an origin does not come from a page: origins limit browsers and are no credential.
 */
export function admitOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  widget: Embedded,
  ownOrigin: string,
): void {
  addVary(reply, 'Origin')
  const { origin } = request.headers
  if (origin === undefined) return
  if (!widget.origins.includes(origin) && origin !== ownOrigin)
    throw problem(403, 'origin_not_allowed', 'This site may not use the widget.')
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id')
}

/** The answer to the question of a browser if it may send the request. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD, POST')
    .header('access-control-allow-headers', 'Content-Type, If-None-Match, X-Request-Id')
    .header('access-control-max-age', '600')
    .send()
}
