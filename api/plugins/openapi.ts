import swagger from '@fastify/swagger'
import { fastifyPlugin } from 'fastify-plugin'
import { completed, FACTS } from '../openapi/complete.ts'
import { components, head } from '../openapi/head.ts'
import type { ApiDocument, PathItem } from '../openapi/types.ts'

/** OpenAPI 3.1 out of the schemas of the routes. The second prefix has the same routes, so the document lists them once. */
export const openapi = fastifyPlugin(
  async (app) => {
    const webhooks: Record<string, PathItem> = {}
    app.decorate('documentWebhooks', (pathItems: Readonly<Record<string, object>>) => {
      Object.assign(webhooks, pathItems)
    })
    await app.register(swagger, {
      openapi: structuredClone({ ...head, components }) as object,
      convertConstToEnum: false,
      transform: ({ schema, url, route }) => {
        const { open = false, scope = 'read', is_private = false, problems = [] } = route.config ?? {}
        const checksQuery = schema?.querystring !== undefined
        const hide = url.startsWith('/api/v1') ? { hide: true } : {}
        return {
          url,
          schema: { ...schema, ...hide, [FACTS]: { open, scope, is_private, problems, checksQuery } },
        }
      },
      transformObject: (document) =>
        'openapiObject' in document
          ? (completed(document.openapiObject as ApiDocument, webhooks) as object)
          : document.swaggerObject,
    })
  },
  { name: 'openapi' },
)
