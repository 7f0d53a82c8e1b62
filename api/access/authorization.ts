import type { FastifyRequest, RouteOptions } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import type { Scope } from '../../schemas/http/service/scopes.ts'
import { changesNothing } from '../accounts/tokens/caller.ts'
import { problem } from '../http/problem.ts'
import { hasScope } from './decorators.ts'

function requireScope(request: FastifyRequest, scope: Scope): void {
  if (hasScope(request.account, scope)) return
  throw problem(403, 'insufficient_scope', `The token lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

/** A viewer has scopes to read, and the same scopes are needed to write. */
function requireChange(request: FastifyRequest): void {
  if (!changesNothing(request.account) || READS.has(request.method)) return
  throw problem(403, 'insufficient_scope', 'A viewer reads the account and changes nothing.', {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  })
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Each route names the scope that it needs, or is open. Otherwise the server does not start, so that no route
 * is open by oversight. The scope is checked after the request is counted, so that refusals are not free.
 */
export const authorization = fastifyPlugin(
  async (app) => {
    app.decorate('requireScope', requireScope)
    const routes: RouteOptions[] = []
    app.addHook('onRoute', (route) => void routes.push(route))
    app.addHook('onReady', async () => {
      const unruled = routes.filter(({ config }) => config?.open !== true && config?.scope === undefined)
      if (unruled.length === 0) return
      const names = unruled.map(({ method, url }) => `${method} ${url}`).join(', ')
      throw new Error(`the route has no scope and is not open: ${names}`)
    })
    app.addHook('onRequest', (request, _reply, done) => {
      const { open, scope } = request.routeOptions.config
      if (open !== true) {
        requireScope(request, scope ?? 'admin')
        requireChange(request)
      }
      done()
    })
  },
  { name: 'authorization', dependencies: ['authentication', 'rate-limit'] },
)
