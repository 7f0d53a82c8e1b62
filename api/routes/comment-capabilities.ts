import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CommentCapabilityPage } from '../../schemas/http/regulations/comment-capability.ts'
import { CommentCapabilityQuery } from '../../schemas/http/regulations/regulation-parameters.ts'
import { slugOf } from '../../schemas/vocabulary/federal-agencies.ts'
import { agencyParameter } from '../input/agency-parameter.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import { listCommentCapabilities } from '../read-model/regulations/comment-capabilities.ts'
import { commentCapability } from '../read-model/regulations/comment-capability.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers } from './route.ts'

export const commentCapabilityRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock },
) => {
  app.get(
    '/comment-capabilities',
    {
      schema: {
        operationId: 'listCommentCapabilities',
        summary: 'How agencies take comments, and what is open now',
        tags: ['Regulations'],
        querystring: CommentCapabilityQuery,
        response: answers(CommentCapabilityPage),
      },
    },
    async (request, reply) => {
      const { agency } = request.query
      const filters = { agency: agency === undefined ? undefined : slugOf(agencyParameter(agency)) }
      const path = 'comment-capabilities'
      const walk = startWalk(request.query, { path, filters, orders: entityOrders, limits })
      const today = federalToday(clock)
      const found = await listCommentCapabilities(model, walk.page, filters, today)
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(commentCapability(row, today)))
    },
  )
}
