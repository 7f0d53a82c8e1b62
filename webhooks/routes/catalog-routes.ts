import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { DAY_MS } from '../../runtime/durations.ts'
import { Closed, Text } from '../../schemas/http/fields.ts'
import { eventsThrough, listEvents } from '../delivery-log/event-list.ts'
import { bodySchema } from '../event-types/body-schema.ts'
import { webhookCatalog } from '../event-types/catalog.ts'
import { webhookEventTypes } from '../event-types/event-types.ts'
import { operationalEvents, operationalEventTypes } from '../event-types/operational-events.ts'
import { EventItem } from '../route-schemas/delivery-schemas.ts'
import { answers, EventType, NoQuery, PageOf, pageQuery, updatedSince } from '../route-schemas/schemas.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { pageOf, readPaging, refused } from './paging.ts'

const CatalogEntry = Closed({
  event: EventType,
  description: Text,
  version: Type.Integer(),
  schema: Type.Unknown({ description: 'JSON Schema 2020-12 of the whole body' }),
  example: Type.Unknown(),
})
const Meta = Closed({
  webhook_egress: Type.Array(Text, {
    description: 'Address ranges that webhooks come from; empty if the operator promises none',
    examples: [['192.0.2.0/28']],
  }),
})

const entries = [
  ...webhookEventTypes.map((event) => ({
    ...describeEventType(event, webhookCatalog[event]),
    schema: bodySchema(event, webhookCatalog[event].data),
  })),
  ...operationalEventTypes.map((event) => ({
    ...describeEventType(event, operationalEvents[event]),
    schema: bodySchema(event, operationalEvents[event].data),
  })),
]

function describeEventType(event: string, of: { description: string; version: number; example: object }) {
  const { description, version, example } = of
  return { event, description, version, example: { id: 1, event, data: example } }
}

/** Event types, sent events, and the addresses that webhooks come from. */
export const catalogRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { reader, clock, limits } = context

  app.get(
    '/webhook_event_types',
    {
      config,
      schema: {
        operationId: 'listWebhookEventTypes',
        summary: 'Event types, each with the schema of its body and an example',
        tags,
        querystring: NoQuery,
        response: answers(PageOf(CatalogEntry)),
      },
    },
    async () => ({ data: entries, next_cursor: null }),
  )

  app.get(
    '/webhook_events',
    {
      config,
      schema: {
        operationId: 'listWebhookEvents',
        summary: 'Events of the last 30 days, oldest first, to find events that a receiver missed',
        tags,
        querystring: pageQuery({ event: Type.Optional(EventType), ...updatedSince }),
        response: answers(PageOf(EventItem)),
      },
    },
    async (request, reply) => {
      const { event } = request.query
      const paging = readPaging(app, context, request.query, {
        path: 'webhook_events',
        filters: { event },
        order: ['instant', 'instant', 'id'],
      })
      const { since, after } = paging
      const days = limits.webhook_body_keep_days
      if (since !== undefined && Date.parse(since) < clock.now().getTime() - days * DAY_MS)
        throw refused(app, 'updated_since', `Events are kept for ${days} days: updated_since is before that.`)
      const through = after === undefined ? await eventsThrough(reader) : String(after[0])
      const place = after === undefined ? undefined : { created_at: String(after[1]), id: Number(after[2]) }
      if (through === undefined) return { data: [], next_cursor: null }
      reply.header('x-sync-through', through)
      const page = { event, since, through, after: place, limit: paging.limit + 1 }
      const rows = await listEvents(reader, request.account, page)
      return pageOf({ request, reply }, rows, paging, (row) => [through, row.created_at, row.id])
    },
  )

  app.get(
    '/meta',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMeta',
        summary: 'Addresses for a firewall',
        tags,
        querystring: NoQuery,
        response: answers(Meta),
      },
    },
    async () => ({ webhook_egress: [...limits.webhook_egress] }),
  )
}
