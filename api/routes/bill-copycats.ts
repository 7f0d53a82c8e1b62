import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { COPYCATS_VERSION } from '../../derive/copycats/store/copycats-version.ts'
import { CopycatPage } from '../../schemas/http/bills/copycats.ts'
import { IdPath, PartQuery } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, startWalk } from '../paging/collection.ts'
import { sendComputed, shownAsTheyAre } from '../paging/send-computed.ts'
import { readCopycats } from '../read-model/copycats/bill-copycats.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }

export const billCopycatRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, limits }) => {
  app.get(
    '/bills/:id/copycats',
    {
      schema: {
        operationId: 'listBillCopycats',
        summary: 'Model texts and other bills whose text shares passages with the bill',
        description:
          'Shared passages say nothing about who wrote them. Models come first, then bills of other places, then bills of the same place; those that share most words come first.',
        tags: ['Bills'],
        params: IdPath,
        querystring: PartQuery,
        response: answers(CopycatPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/copycats`, orders, limits })
      const { feed, owner, coverage, items } = await readCopycats(model, idParameter(id))
      foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      return sendComputed(
        request,
        reply,
        walk,
        { feed, items: shownAsTheyAre(items) },
        { coverage: JSON.stringify(coverage), method_version: String(COPYCATS_VERSION) },
      )
    },
  )
}
