import swagger from '@fastify/swagger'
import { fastifyPlugin } from 'fastify-plugin'

/** OpenAPI 3.1 out of the schemas of the routes. The second prefix is the same routes, so it is told once. */
export const openapi = fastifyPlugin(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'legislog',
          version: '1',
          description:
            'Bills, roll calls, legislators, committees and regulations of the states, D.C., the territories and Congress. Every path under /v1 is also served under /api/v1.',
        },
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer' },
            apikey: {
              type: 'apiKey',
              in: 'header',
              name: 'Authorization',
              description: 'Authorization: apikey <token>, equal to Bearer',
            },
          },
        },
        security: [{ bearer: [] }, { apikey: [] }],
      },
      transform: ({ schema, url, route }) => {
        const open = (route.config as { open?: boolean } | undefined)?.open === true
        return {
          url,
          schema: {
            ...schema,
            ...(url.startsWith('/api/v1') ? { hide: true } : {}),
            ...(open ? { security: [] } : {}),
          },
        }
      },
    })
  },
  { name: 'openapi' },
)
