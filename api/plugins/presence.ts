import { fastifyPlugin } from 'fastify-plugin'
import { Counter, type Registry } from 'prom-client'
import { watchCaller } from '../http/caller-presence.ts'

/** A database query of a request ends when the connection of the request closes. */
export const presence = fastifyPlugin<{ registry: Registry }>(
  async (app, { registry }) => {
    const abandoned = new Counter({
      name: 'legislog_api_abandoned_requests_total',
      help: 'Requests whose caller closed the connection before the answer',
      labelNames: ['method', 'route'],
      registers: [registry],
    })
    app.addHook('onRequest', ({ method, routeOptions }, reply, done) => {
      const leave = () => abandoned.inc({ method, route: routeOptions.url ?? 'none' })
      watchCaller(reply.raw, leave, done)
    })
  },
  { name: 'presence' },
)
