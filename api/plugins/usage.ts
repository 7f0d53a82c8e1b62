import { fastifyPlugin } from 'fastify-plugin'
import type { CallCounter } from '../call-counter.ts'

/** Counts the calls of an account, by the route and never by the address, however they were answered. */
export const usage = fastifyPlugin<{ calls: CallCounter }>(
  async (app, { calls }) => {
    app.addHook('onResponse', async (request, reply) => {
      if (request.account === null) return
      calls.count({
        account_id: request.account.id,
        method: request.method,
        // both prefixes lead to the same route
        route: (request.routeOptions.url ?? '').replace(/^\/api/, ''),
        status: reply.statusCode,
        duration_ms: reply.elapsedTime,
      })
    })
  },
  { name: 'usage', dependencies: ['authentication'] },
)
