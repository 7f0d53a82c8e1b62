import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, NoQuery } from '../../schemas/http/parameters.ts'
import { RegulationDetail, RegulationPage } from '../../schemas/http/regulations/regulation.ts'
import { RegulationQuery } from '../../schemas/http/regulations/regulation-parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { sendJson, sendPage, sendReadyPage, startWalk } from '../paging/collection.ts'
import { readRegulation } from '../read-model/regulations/regulation.ts'
import { listRegulations, readReadyRegulations } from '../read-model/regulations/regulation-list.ts'
import { filtersOf, ordersOf } from '../read-model/regulations/regulation-query.ts'
import { readPassages } from '../read-model/texts/passages.ts'
import { joined, withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

export const regulationRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, objects, limits, clock },
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
      const { query } = request
      const { q, ...filters } = filtersOf(query)
      const walk = startWalk(query, {
        path: 'regulations',
        filters: { ...filters, q, sort: query.sort },
        orders: ordersOf(query),
        limits,
      })
      const listRequest = { filters, today: federalToday(clock) }
      if (q === undefined) {
        return sendReadyPage(request, reply, walk, await readReadyRegulations(model, walk.page, listRequest))
      }
      const found = await listRegulations(model, walk.page, { ...listRequest, q })
      const ranked = found.ranked?.slice(0, walk.page.limit) ?? []
      const passages = await readPassages(objects, ranked, q)
      return sendPage(request, reply, walk, found, (row) => {
        const members: Record<string, string> = { comment_state: `"${row.comment_state}"` }
        if (found.ranked !== undefined) members.passage = JSON.stringify(passages.get(row.id) ?? null)
        return withMembers(row.item ?? '{}', members)
      })
    },
  )

  app.get(
    '/regulations/:id',
    {
      schema: {
        operationId: 'getRegulation',
        summary: 'One regulation, with the history of its comment period',
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
      const item = withMembers(regulation.item, {
        comment_state: `"${regulation.comment_state}"`,
        comment_history: regulation.comment_history ?? '[]',
      })
      return sendJson(reply, joined(item, regulation.detail))
    },
  )
}
