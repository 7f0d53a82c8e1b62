import swagger from '@fastify/swagger'
import { fastifyPlugin } from 'fastify-plugin'
import { Problem } from '../../schemas/http/problem.ts'

const PROBLEM_MEDIA = 'application/problem+json'

type Described = { paths?: object; components?: { schemas?: object } }
type Operation = { responses?: Record<string, { content?: Record<string, { schema?: object }> }> }

/** Every operation may answer a problem: its schema stands once and is named from everywhere. */
function withSharedProblem<D extends Described>(document: D): D {
  for (const path of Object.values<Record<string, Operation>>({ ...document.paths })) {
    for (const { responses } of Object.values(path)) {
      for (const { content } of Object.values(responses ?? {})) {
        const problem = content?.[PROBLEM_MEDIA]
        if (problem !== undefined) problem.schema = { $ref: '#/components/schemas/Problem' }
      }
    }
  }
  const schemas = { ...document.components?.schemas, Problem }
  return { ...document, components: { ...document.components, schemas } }
}

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
      transformObject: (document) =>
        'openapiObject' in document ? withSharedProblem(document.openapiObject) : document.swaggerObject,
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
