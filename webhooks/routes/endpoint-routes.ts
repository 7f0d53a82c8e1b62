import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listEndpoints } from '../endpoint/endpoint-list.ts'
import type { Filter } from '../matching/matching.ts'
import {
  Endpoint,
  EndpointBody,
  EndpointPage,
  EndpointPatch,
  EndpointWithSecret,
} from '../route-schemas/endpoint-schemas.ts'
import {
  answers,
  IdParams,
  includeDeleted,
  NoQuery,
  noContent,
  pageQuery,
  updatedSince,
} from '../route-schemas/schemas.ts'
import type { BillDirectory } from '../subscriptions/bill-directory.ts'
import { type KnownBills, normalizeFilter } from '../subscriptions/endpoint-request.ts'
import { config, tags, type WebhookApp, type WebhookRouteContext } from './context.ts'
import { orProblem } from './problems.ts'
import { readSyncPage } from './sync-page.ts'

const one = { params: IdParams, querystring: NoQuery }

/** Routes for endpoints, the targets of webhooks. */
export const endpointRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  addCollection(app, context)
  addItem(app, context)
}

function addCollection(app: WebhookApp, context: WebhookRouteContext): void {
  const { endpoints, reader, bills } = context

  app.post(
    '/webhook_endpoints',
    {
      config: { ...config, problems: ['plan_required', 'limit_reached', 'conflict', 'blocked_address'] },
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Register an endpoint; the answer contains its secret',
        tags,
        querystring: NoQuery,
        body: EndpointBody,
        response: answers(EndpointWithSecret, { status: 201, description: 'Registered' }),
      },
    },
    async (request, reply) => {
      const body = await withCurrentBills(bills, request.body)
      const known = await orProblem(app, knownOf(bills, body))
      const { endpoint, secret } = await orProblem(app, endpoints.create(request.account, body, known))
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
        querystring: pageQuery({ ...updatedSince, ...includeDeleted('deleted endpoints') }),
        response: answers(EndpointPage),
      },
    },
    async (request, reply) => {
      return readSyncPage(
        app,
        context,
        { request, reply },
        {
          path: 'webhook_endpoints',
          query: request.query,
          list: (page) => listEndpoints(reader, request.account, page),
          placeOf: (row) => row,
        },
      )
    },
  )
}

function addItem(app: WebhookApp, { endpoints, bills }: WebhookRouteContext): void {
  app.get(
    '/webhook_endpoints/:id',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'getWebhookEndpoint',
        summary: 'One endpoint, with its health',
        tags,
        ...one,
        response: answers(Endpoint),
      },
    },
    (request) => orProblem(app, endpoints.get(request.account, request.params.id)),
  )

  app.patch(
    '/webhook_endpoints/:id',
    {
      config: { ...config, problems: ['not_found', 'conflict', 'blocked_address'] },
      schema: {
        operationId: 'updateWebhookEndpoint',
        summary: 'Change an endpoint from its next event on; members that are not sent stay unchanged',
        tags,
        ...one,
        body: EndpointPatch,
        response: answers(Endpoint, { description: 'The current value' }),
      },
    },
    async ({ account, params, body }) => {
      const known = await orProblem(app, knownOf(bills, body))
      return orProblem(app, endpoints.update(account, params.id, await withCurrentBills(bills, body), known))
    },
  )

  app.delete(
    '/webhook_endpoints/:id',
    {
      config: { ...config, problems: ['not_found'] },
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
}

/** Replaces ids of merged bills in a request's filter by their current ids. */
async function withCurrentBills<R extends { filter?: Filter }>(bills: BillDirectory, body: R): Promise<R> {
  const billIds = body.filter?.bill_ids
  if (billIds === undefined || billIds.length === 0) return body
  return { ...body, filter: { ...body.filter, bill_ids: await bills.current(billIds) } }
}

/** Finds the bills that are already about the topic of a request. */
async function knownOf(bills: BillDirectory, { filter }: { filter?: Filter }): Promise<KnownBills> {
  if (filter?.topic === undefined) return {}
  return { tracked_bills: await bills.about(normalizeFilter(filter)) }
}
