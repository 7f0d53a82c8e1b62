import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, NoQuery, RegulationQuery } from '../../schemas/http/parameters.ts'
import { RegulationDetail, RegulationPage } from '../../schemas/http/regulation.ts'
import { entityOrders, type Orders, sendJson, sendPage, startWalk } from '../collection.ts'
import { idParameter } from '../parameters.ts'
import { joined, withMembers } from '../read-model/json-text.ts'
import { foundOwner } from '../read-model/owner.ts'
import { listRegulations, readRegulation } from '../read-model/regulations.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const searchOrders: Orders = { plain: ['identifier', 'text'], changes: 'changes' }

export const regulationRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock },
) => {
  app.get(
    '/regulations',
    {
      schema: {
        operationId: 'listRegulations',
        summary: 'Search rules, proposed rules and notices',
        tags: ['Regulations'],
        querystring: RegulationQuery,
        response: answers(RegulationPage),
      },
    },
    async (request, reply) => {
      const { q, agency, type, docket, comment_state } = request.query
      const filters = { q, agency, type, docket, comment_state }
      const walk = startWalk(request.query, {
        path: 'regulations',
        filters,
        orders: q === undefined ? entityOrders : searchOrders,
        limits,
      })
      const found = await listRegulations(model, walk.page, filters, federalToday(clock))
      return sendPage(request, reply, walk, found, (row) =>
        withMembers(row.item ?? '{}', { comment_state: `"${row.comment_state}"` }),
      )
    },
  )

  app.get(
    '/regulations/:id',
    {
      schema: {
        operationId: 'getRegulation',
        summary: 'One regulation',
        tags: ['Regulations'],
        params: IdPath,
        querystring: NoQuery,
        response: answers(RegulationDetail),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readRegulation(model, idParameter(id), federalToday(clock))
      const regulation = foundOwner(found, { kind: 'regulation', id, location: pathWithId(request) })
      const item = withMembers(regulation.item, { comment_state: `"${regulation.comment_state}"` })
      return sendJson(reply, joined(item, regulation.detail))
    },
  )
}
