import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Id } from '../../schemas/http/fields.ts'
import { listChangedDeliveries } from '../delivery-log/changed-deliveries.ts'
import {
  type DeliveryFilters,
  getDelivery,
  listAttempts,
  listDeliveries,
} from '../delivery-log/deliveries.ts'
import { Attempt, Delivery, DeliveryDetail, DeliveryStatusName } from '../route-schemas/delivery-schemas.ts'
import {
  answers,
  EventType,
  IdParams,
  KeyParams,
  NoQuery,
  PageOf,
  pageQuery,
  since,
  updatedSince,
} from '../route-schemas/schemas.ts'
import { config, tags, type WebhookApp, type WebhookRouteContext } from './context.ts'
import { pageOf, readInstant, readPaging } from './paging.ts'
import { orProblem } from './problems.ts'
import { syncThrough } from './sync-through.ts'

const filters = {
  status: Type.Optional(DeliveryStatusName),
  event: Type.Optional(EventType),
  ...since,
  ...updatedSince,
}
type Call = { readonly request: FastifyRequest; readonly reply: FastifyReply }
const OwnQuery = pageQuery(filters)
const AllQuery = pageQuery({ endpoint_id: Type.Optional(Id), ...filters })

/** The delivery log. */
export async function deliveryRoutes(app: WebhookApp, context: WebhookRouteContext): Promise<void> {
  listRoutes(app, context)
  detailRoute(app, context)
  attemptsRoute(app, context)
}

/** Reads pages of deliveries: newest events first, or by last change with `updated_since`. */
function deliveryPages(app: WebhookApp, context: WebhookRouteContext) {
  const { reader, clock } = context

  async function page(call: Call, query: Static<typeof AllQuery>, wanted: DeliveryFilters) {
    const { status, event } = query
    const from = readInstant(app, 'since', query.since)
    const named: DeliveryFilters = {
      ...wanted,
      ...(status === undefined ? {} : { status }),
      ...(event === undefined ? {} : { event }),
      ...(from === undefined ? {} : { since: from }),
    }
    const rows = query.updated_since === undefined ? newest(call, query, named) : changed(call, query, named)
    const answer = await rows
    return { ...answer, data: answer.data.map(({ copy: _copy, ...item }) => item) }
  }

  async function newest(call: Call, query: Static<typeof AllQuery>, wanted: DeliveryFilters) {
    const order = ['id', 'id', 'id'] as const
    const paging = readPaging(app, context, query, { path: 'webhook_deliveries', filters: wanted, order })
    const [eventId = 0, endpointId = 0, copy = 0] = (paging.after ?? []).map(Number)
    const after =
      paging.after === undefined ? undefined : { event_id: eventId, endpoint_id: endpointId, copy }
    const rows = await listDeliveries(reader, call.request.account, wanted, {
      after,
      limit: paging.limit + 1,
      now: clock.now(),
    })
    return pageOf(call, rows, paging, (row) => [row.event_id, row.endpoint_id, row.copy])
  }

  async function changed(call: Call, query: Static<typeof AllQuery>, wanted: DeliveryFilters) {
    const order = ['instant', 'key'] as const
    const paging = readPaging(app, context, query, { path: 'webhook_deliveries', filters: wanted, order })
    const [updatedAt, key] = (paging.after ?? []).map(String)
    const after = updatedAt === undefined || key === undefined ? undefined : { updated_at: updatedAt, key }
    call.reply.header('x-sync-through', await syncThrough(reader))
    const rows = await listChangedDeliveries(reader, call.request.account, wanted, {
      since: paging.since!,
      after,
      limit: paging.limit + 1,
      now: clock.now(),
    })
    return pageOf(call, rows, paging, (row) => [row.updated_at, row.id])
  }

  return page
}

function listRoutes(app: WebhookApp, context: WebhookRouteContext): void {
  const { endpoints } = context
  const page = deliveryPages(app, context)

  app.get(
    '/webhook_deliveries',
    {
      config,
      schema: {
        operationId: 'listWebhookDeliveries',
        summary:
          'Deliveries to all endpoints of the account, newest events first; with updated_since, by last change',
        tags,
        querystring: AllQuery,
        response: answers(PageOf(Delivery)),
      },
    },
    (request, reply) => {
      const { endpoint_id } = request.query
      return page({ request, reply }, request.query, endpoint_id === undefined ? {} : { endpoint_id })
    },
  )

  app.get(
    '/webhook_endpoints/:id/deliveries',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'listWebhookEndpointDeliveries',
        summary: 'Deliveries to an endpoint, newest events first; with updated_since, by last change',
        tags,
        params: IdParams,
        querystring: OwnQuery,
        response: answers(PageOf(Delivery)),
      },
    },
    async (request, reply) => {
      const { id } = await orProblem(app, endpoints.get(request.account, request.params.id))
      return page({ request, reply }, request.query, { endpoint_id: id })
    },
  )
}

function detailRoute(app: WebhookApp, { reader, clock }: WebhookRouteContext): void {
  app.get(
    '/webhook_deliveries/:key',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'One delivery with its body and its attempts',
        tags,
        params: KeyParams,
        querystring: NoQuery,
        response: answers(DeliveryDetail),
      },
    },
    (request) => orProblem(app, getDelivery(reader, request.account, request.params.key, clock.now())),
  )
}

function attemptsRoute(app: WebhookApp, context: WebhookRouteContext): void {
  const { reader } = context
  app.get(
    '/webhook_deliveries/:key/attempts',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'listWebhookAttempts',
        summary: 'Attempts of a delivery, oldest first, with the answers',
        tags,
        params: KeyParams,
        querystring: pageQuery({}),
        response: answers(PageOf(Attempt)),
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const paging = readPaging(app, context, request.query, {
        path: 'attempts',
        filters: { key },
        order: ['instant', 'id'],
      })
      const [at, attempt] = paging.after ?? []
      const after = paging.after === undefined ? undefined : { at: String(at), attempt: Number(attempt) }
      const rows = await orProblem(
        app,
        listAttempts(reader, request.account, key, { after, limit: paging.limit + 1 }),
      )
      return pageOf({ request, reply }, rows, paging, (row) => [row.at, row.attempt])
    },
  )
}
