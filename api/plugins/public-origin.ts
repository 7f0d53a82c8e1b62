import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { problem } from '../http/problem.ts'

/**
 * Keeps what accounts publish apart from the API: routes for visitors answer at the host of PUBLIC_ORIGIN only, and all other
 * routes answer at other hosts only. If it is not set, every route answers at every host.
 */
export const publicOrigin = fastifyPlugin<{ readonly origin: string }>(
  async (app, { origin }) => {
    if (origin === '') return
    const { protocol, host } = new URL(origin)
    app.addHook('onRequest', (request, _reply, done) => {
      const isPublic = authorityOf(request, protocol) === host
      const isForVisitors = request.routeOptions.config.for_visitors === true
      if (isPublic === isForVisitors) return done()
      throw problem(404, 'route_not_found', isPublic ? onlyPages(host) : onlyAt(origin, request))
    })
  },
  { name: 'public-origin', dependencies: ['problems', 'host'] },
)

/**
 * The host and port that the caller asked for, without the usual port of the protocol. X-Forwarded-Host does not count:
 * callers can send it through a proxy that does not set it.
 */
const authorityOf = ({ headers }: FastifyRequest, protocol: string): string =>
  URL.parse(`${protocol}//${headers.host}`)?.host.replace(/\.(?=:|$)/u, '') ?? ''

const onlyPages = (host: string): string =>
  `${host} serves pages and widgets only. Call the API at its own host.`

const onlyAt = (origin: string, { headers }: FastifyRequest): string =>
  `Pages and widgets are at ${origin} only. This request named the host ${headers.host}.`
