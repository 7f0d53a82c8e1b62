import cors from '@fastify/cors'
import { fastifyPlugin } from 'fastify-plugin'

const EXPOSED = [
  'Allow',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Page-Cut',
  'X-Request-Id',
  'X-Sync-Through',
]

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']
const ALLOWED = ['Authorization', 'Content-Type', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id']
const PREFLIGHT_S = 600

/** What any origin may send, as headers of the answer to the question of a browser. */
export const OPEN_PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-allow-headers': ALLOWED.join(', '),
  'access-control-max-age': String(PREFLIGHT_S),
}

/** No answer is a page, except /docs, which sets its own headers. */
const PROTECTION = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Any origin may read, with its own token and never with cookies. No answer may run as code or be framed. */
export const security = fastifyPlugin(
  async (app) => {
    await app.register(cors, {
      origin: '*',
      methods: METHODS,
      allowedHeaders: ALLOWED,
      exposedHeaders: EXPOSED,
      maxAge: PREFLIGHT_S,
    })
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(PROTECTION)
      done()
    })
  },
  { name: 'security' },
)
