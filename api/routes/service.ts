import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Registry } from 'prom-client'
import { Health, Readiness } from '../../schemas/http/service/health.ts'
import type { ApiReadiness } from '../read-schema/readiness.ts'

type Options = { readiness: ApiReadiness; registry: Registry; shows_metrics: boolean }

/** Open routes: liveness, readiness and metrics. */
export const serviceRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { readiness, registry, shows_metrics },
) => {
  const config = { open: true, answers_always: true }

  app.get(
    '/healthz',
    {
      config,
      schema: { operationId: 'getHealth', summary: 'Alive', tags: ['Service'], response: { 200: Health } },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      config,
      schema: {
        operationId: 'getReadiness',
        summary: 'Readiness and freshness of the service',
        tags: ['Service'],
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const answer = await readiness.ask()
      return reply
        .code(answer.status === 'not_ready' ? 503 : 200)
        .header('cache-control', 'no-store')
        .send(answer)
    },
  )

  if (!shows_metrics) return
  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics()),
  )
}
