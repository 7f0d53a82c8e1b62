import type { FastifyPluginAsync } from 'fastify'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { prepareText } from '../http/prepared-answer.ts'

/** The description of all routes, made from their schemas. */
export const openApiRoutes: FastifyPluginAsync = async (app) => {
  const text = prepareText(() => JSON.stringify(app.swagger()))
  app.get(
    '/openapi.json',
    { config: { open: true }, schema: { hide: true, querystring: NoQuery } },
    (request, reply) => text(request, reply.type('application/json; charset=utf-8')),
  )
}
