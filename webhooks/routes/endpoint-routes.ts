import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { pageOf, readPaging } from './paging.ts'
import { orProblem } from './problems.ts'
import {
  answers,
  Endpoint,
  EndpointBody,
  EndpointWithSecret,
  IdParams,
  NoQuery,
  noContent,
  PageOf,
  PageQuery,
  RotateBody,
  TestAnswer,
  TestBody,
} from './schemas.ts'

const DAY_SECONDS = 86_400
const one = { params: IdParams, querystring: NoQuery }

/** A request without a body is one with an empty body. */
const preValidation = async (request: FastifyRequest) => {
  request.body ??= {}
}

/** Endpoints: where webhooks go. */
export const endpointRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { endpoints } = context

  app.post(
    '/webhook_endpoints',
    {
      config,
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Register an endpoint; its secret is shown in this answer only',
        tags,
        querystring: NoQuery,
        body: EndpointBody,
        response: answers(EndpointWithSecret, { status: 201, description: 'Registered' }),
      },
    },
    async (request, reply) => {
      const { endpoint, secret } = await orProblem(app, endpoints.create(request.account, request.body))
      return reply
        .code(201)
        .header('location', `${request.routeOptions.url}/${endpoint.id}`)
        .header('cache-control', 'no-store')
        .send({ ...endpoint, secret })
    },
  )

  app.get(
    '/webhook_endpoints',
    {
      config,
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'Endpoints of the account',
        tags,
        querystring: PageQuery,
        response: answers(PageOf(Endpoint)),
      },
    },
    async (request) => {
      const paging = readPaging(app, context, request.query, 'webhook_endpoints')
      const page = { after_id: paging.after ?? 0, limit: paging.limit + 1 }
      return pageOf(await endpoints.list(request.account, page), paging, ({ id }) => id)
    },
  )

  app.get(
    '/webhook_endpoints/:id',
    {
      config,
      schema: {
        operationId: 'getWebhookEndpoint',
        summary: 'One endpoint',
        tags,
        ...one,
        response: answers(Endpoint),
      },
    },
    (request) => orProblem(app, endpoints.get(request.account, request.params.id)),
  )

  app.delete(
    '/webhook_endpoints/:id',
    {
      config,
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete an endpoint and its deliveries',
        tags,
        ...one,
        response: noContent,
      },
    },
    async (request, reply) => {
      await orProblem(app, endpoints.remove(request.account, request.params.id))
      return reply.code(204).send()
    },
  )

  app.post(
    '/webhook_endpoints/:id/test',
    {
      config,
      preValidation,
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send an example now, with the header X-Service-Test, and see what comes of it',
        tags,
        ...one,
        body: TestBody,
        response: answers(TestAnswer, { description: 'Sent, or tried' }),
      },
    },
    (request) => orProblem(app, endpoints.test(request.account, request.params.id, request.body.event)),
  )

  app.post(
    '/webhook_endpoints/:id/secret/rotate',
    {
      config,
      preValidation,
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Make a new secret; the former one signs beside it for a while',
        tags,
        ...one,
        body: RotateBody,
        response: answers(EndpointWithSecret, { description: 'Rotated' }),
      },
    },
    async (request, reply) => {
      const { overlap_seconds = DAY_SECONDS } = request.body
      const { endpoint, secret } = await orProblem(
        app,
        endpoints.rotateSecret(request.account, request.params.id, overlap_seconds),
      )
      return reply.header('cache-control', 'no-store').send({ ...endpoint, secret })
    },
  )

  for (const verb of ['enable', 'disable'] as const) {
    app.post(
      `/webhook_endpoints/:id/${verb}`,
      {
        config,
        schema: {
          operationId: `${verb}WebhookEndpoint`,
          summary:
            verb === 'enable'
              ? 'Switch an endpoint on again; what came meanwhile stays skipped'
              : 'Switch an endpoint off; what comes meanwhile is recorded as skipped',
          tags,
          ...one,
          response: answers(Endpoint, { description: `The endpoint, ${verb}d` }),
        },
      },
      (request) => orProblem(app, endpoints[verb](request.account, request.params.id)),
    )
  }
}
