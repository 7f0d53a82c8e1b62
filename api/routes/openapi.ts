import type { FastifyPluginAsync } from 'fastify'
import { NoQuery } from '../../schemas/http/parameters.ts'

/** The description of all routes, made of the schemas that check them. */
export const openApiRoutes: FastifyPluginAsync = async (app) => {
  let text: string | undefined
  app.get(
    '/openapi.json',
    { config: { open: true }, schema: { hide: true, querystring: NoQuery } },
    async (_request, reply) => {
      text ??= JSON.stringify(app.swagger())
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(text)
    },
  )
}
