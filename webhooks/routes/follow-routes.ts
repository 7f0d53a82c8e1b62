import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Id } from '../../schemas/http/fields.ts'
import { follow, listFollows, unfollow } from '../follows.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { pageOf, readPaging } from './paging.ts'
import { answers, Follow, NoQuery, noContent, PageOf, PageQuery } from './schemas.ts'

const one = { params: Type.Object({ bill_id: Id }), querystring: NoQuery }

/** Followed bills: what endpoints with the filter `followed` hear of. */
export const followRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { database, clock } = context

  app.get(
    '/followed_bills',
    {
      config,
      schema: {
        operationId: 'listFollowedBills',
        summary: 'Bills that the account follows',
        tags,
        querystring: PageQuery,
        response: answers(PageOf(Follow)),
      },
    },
    async (request) => {
      const paging = readPaging(app, context, request.query, 'followed_bills')
      const page = { after_id: paging.after ?? 0, limit: paging.limit + 1 }
      return pageOf(await listFollows(database, request.account, page), paging, ({ bill_id }) => bill_id)
    },
  )

  app.put(
    '/followed_bills/:bill_id',
    {
      config,
      schema: {
        operationId: 'followBill',
        summary: 'Follow a bill, from its next event on',
        tags,
        ...one,
        response: noContent,
      },
    },
    async (request, reply) => {
      await follow(database, request.account, request.params.bill_id, clock.now())
      return reply.code(204).send()
    },
  )

  app.delete(
    '/followed_bills/:bill_id',
    {
      config,
      schema: {
        operationId: 'unfollowBill',
        summary: 'Follow a bill no longer',
        tags,
        ...one,
        response: noContent,
      },
    },
    async (request, reply) => {
      await unfollow(database, request.account, request.params.bill_id)
      return reply.code(204).send()
    },
  )
}
