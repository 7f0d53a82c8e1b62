import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
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
  'X-Request-Id',
  'X-Sync-Through',
]

/** Any origin may read, with a token of its own and never with cookies; nothing that is answered may run or be framed. */
export const security = fastifyPlugin(
  async (app) => {
    await app.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id'],
      exposedHeaders: EXPOSED,
      maxAge: 600,
    })
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
      },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      dnsPrefetchControl: false,
      ieNoOpen: false,
      permittedCrossDomainPolicies: false,
      xssFilter: false,
    })
  },
  { name: 'security' },
)
