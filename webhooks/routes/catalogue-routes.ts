import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { bodySchemaOf, catalogue, webhookEventTypes } from '../catalogue.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { answers, CatalogueEntry, NoQuery, PageOf } from './schemas.ts'

/** What can be subscribed to. */
export const catalogueRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app) => {
  const entries = webhookEventTypes.map((event) => {
    const { description, version, example } = catalogue[event]
    return {
      event,
      description,
      version,
      schema: bodySchemaOf(event),
      example: { id: 1, event, data: example },
    }
  })
  app.get(
    '/webhook_event_types',
    {
      config,
      schema: {
        operationId: 'listWebhookEventTypes',
        summary: 'Event types, each with the schema of its body and an example',
        tags,
        querystring: NoQuery,
        response: answers(PageOf(CatalogueEntry)),
      },
    },
    async () => ({ data: entries, next_cursor: null }),
  )
}
