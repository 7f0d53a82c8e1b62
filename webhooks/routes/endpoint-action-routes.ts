import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readHealthReport } from '../delivery-log/health-report.ts'
import type { StatusVerb } from '../endpoint/endpoint-status.ts'
import {
  Endpoint,
  EndpointWithSecret,
  HealthReport,
  RotateBody,
  SecretAnswer,
  TestAnswer,
  TestBody,
} from '../route-schemas/endpoint-schemas.ts'
import { answers, IdParams, NoQuery } from '../route-schemas/schemas.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { orProblem } from './problems.ts'

const DAY_SECONDS = 86_400
const one = { params: IdParams, querystring: NoQuery }

const verbs: readonly (readonly [StatusVerb, string])[] = [
  ['enable', 'Enable an endpoint; events that came meanwhile stay skipped until you replay them'],
  ['disable', 'Disable an endpoint; events that come meanwhile are recorded as skipped'],
  ['pause', 'Pause an endpoint; events that come meanwhile wait, for a week at most'],
  ['resume', 'Resume a paused endpoint; waiting deliveries go first'],
]

/** Actions on one endpoint: its secret, a test, its status. */
export const endpointActionRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { endpoints, reader, clock, wake } = context

  app.post(
    '/webhook_endpoints/:id/test',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send an example now, with the header X-Service-Test, and show the result',
        tags,
        ...one,
        body: TestBody,
        response: answers(TestAnswer, { description: 'The example was sent; the answer has the result' }),
      },
    },
    (request) => orProblem(app, endpoints.test(request.account, request.params.id, request.body.event)),
  )

  app.get(
    '/webhook_endpoints/:id/health',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'getWebhookEndpointHealth',
        summary: 'Health of an endpoint: its failures, its waiting deliveries, and the results of one day',
        tags,
        ...one,
        response: answers(HealthReport),
      },
    },
    async ({ account, params }) => {
      const endpoint = await orProblem(app, endpoints.get(account, params.id))
      return { endpoint, ...(await readHealthReport(reader, endpoint.id, clock.now())) }
    },
  )

  app.get(
    '/webhook_endpoints/:id/secret',
    {
      config: { scope: 'webhook_secrets', is_audited: true, problems: ['not_found', 'conflict'] },
      schema: {
        operationId: 'getWebhookSecret',
        summary: 'The secret; needs its own scope',
        tags,
        ...one,
        response: answers(SecretAnswer),
      },
    },
    async (request, reply) => {
      const secret = await orProblem(app, endpoints.secret(request.account, request.params.id))
      return reply.header('cache-control', 'no-store').send(secret)
    },
  )

  app.post(
    '/webhook_endpoints/:id/secret/rotate',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Create a new secret; the former one also signs for a while',
        tags,
        ...one,
        body: RotateBody,
        response: answers(EndpointWithSecret, { description: 'Rotated' }),
      },
    },
    async (request, reply) => {
      const { overlap_seconds = DAY_SECONDS, secret: chosen } = request.body
      const { endpoint, secret } = await orProblem(
        app,
        endpoints.rotateSecret(request.account, request.params.id, overlap_seconds, chosen),
      )
      return reply.header('cache-control', 'no-store').send({ ...endpoint, secret })
    },
  )

  for (const [verb, summary] of verbs) {
    app.post(
      `/webhook_endpoints/:id/${verb}`,
      {
        config: { ...config, problems: ['not_found', 'conflict', 'plan_required'] },
        schema: {
          operationId: `${verb}WebhookEndpoint`,
          summary,
          tags,
          ...one,
          response: answers(Endpoint, { description: 'The current value' }),
        },
      },
      async ({ account, params }) => {
        const endpoint = await orProblem(app, endpoints[verb](account, params.id))
        if (endpoint.status === 'enabled') wake([endpoint.id])
        return endpoint
      },
    )
  }
}
