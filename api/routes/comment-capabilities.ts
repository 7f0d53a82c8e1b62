import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { slugOf } from '../../schemas/federal-agencies.ts'
import { CommentCapabilityPage } from '../../schemas/http/comment-capability.ts'
import { CommentCapabilityQuery } from '../../schemas/http/regulation-parameters.ts'
import { agencyParameter } from '../agency-parameter.ts'
import { entityOrders, sendPage, startWalk } from '../collection.ts'
import { commentCapability } from '../comment-capability.ts'
import { listCommentCapabilities } from '../read-model/comment-capabilities.ts'
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
