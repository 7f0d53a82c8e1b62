import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Closed } from '../../schemas/http/fields.ts'
import { getDelivery, listDeliveries } from '../deliveries.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { pageOf, readPaging } from './paging.ts'
import { orProblem } from './problems.ts'
import {
  answers,
  Delivery,
  DeliveryDetailAnswer,
  DeliveryStatusName,
  IdParams,
  NoQuery,
  PageOf,
  PageQuery,
} from './schemas.ts'

/** The delivery log. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { endpoints, database } = context

  app.get(
    '/webhook_endpoints/:id/deliveries',
    {
      config,
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'Deliveries of an endpoint, the newest first',
        tags,
        params: IdParams,
        querystring: Closed({ ...PageQuery.properties, status: Type.Optional(DeliveryStatusName) }),
        response: answers(PageOf(Delivery)),
      },
    },
    async (request) => {
      const { id } = await orProblem(app, endpoints.get(request.account, request.params.id))
      const { status } = request.query
      const paging = readPaging(app, context, request.query, `deliveries ${id} ${status ?? 'all'}`)
      const page = { status, before_event_id: paging.after, limit: paging.limit + 1 }
      return pageOf(await listDeliveries(database, id, page), paging, ({ event_id }) => event_id)
    },
  )

  app.get(
    '/webhook_deliveries/:key',
    {
      config,
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'One delivery with its body and its attempts',
        tags,
        params: Type.Object({ key: Type.String({ pattern: '^dlv_[0-9a-f]{32}$' }) }),
        querystring: NoQuery,
        response: answers(DeliveryDetailAnswer),
      },
    },
    (request) => orProblem(app, getDelivery(database, request.account, request.params.key)),
  )
}
