import { fastifyPlugin } from 'fastify-plugin'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Counts requests by route, never by address, so that no id, name or token becomes a label. */
export const metrics = fastifyPlugin<{ registry: Registry }>(
  async (app, { registry }) => {
    const requests = new Counter({
      name: 'legislog_api_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    })
    const seconds = new Histogram({
      name: 'legislog_api_request_seconds',
      help: 'Time from request to answer',
      labelNames: ['route'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    })
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none'
      requests.inc({ method: request.method, route, status: reply.statusCode })
      seconds.observe({ route }, reply.elapsedTime / 1_000)
      request.log.debug(
        { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      )
    })
  },
  { name: 'metrics' },
)
