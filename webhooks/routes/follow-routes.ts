import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Follow, FollowBody, FollowPage, FollowParams, FollowQuery } from '../route-schemas/follow-schemas.ts'
import { answers, NoQuery, noContent } from '../route-schemas/schemas.ts'
import type { BillBrief } from '../subscriptions/bill-directory.ts'
import { type FollowRow, follow, getFollow, listFollows, unfollow } from '../subscriptions/follows.ts'
import { createBillReferences } from './bill-references.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { orProblem } from './problems.ts'
import { readSyncPage } from './sync-page.ts'

const one = { params: FollowParams, querystring: NoQuery }

/** Followed bills, for endpoints with the filter `followed`. */
export const followRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { database, reader, bills, clock } = context
  const references = createBillReferences(app, bills)

  async function shown(row: FollowRow) {
    const [bill] = await bills.briefs([row.bill_id])
    return itemOf(row, bill)
  }

  app.get(
    '/follows',
    {
      config,
      schema: {
        operationId: 'listFollows',
        summary: 'Bills that the account follows',
        tags,
        querystring: FollowQuery,
        response: answers(FollowPage),
      },
    },
    async (request, reply) => {
      const { data, next_cursor } = await readSyncPage(
        app,
        context,
        { request, reply },
        {
          path: 'follows',
          query: request.query,
          list: (page) => listFollows(reader, request.account, page),
          placeOf: ({ bill_id, updated_at }) => ({ id: bill_id, updated_at }),
        },
      )
      const live = data.filter(({ removed_at }) => removed_at === null)
      const briefs = live.length === 0 ? [] : await bills.briefs(live.map((row) => row.bill_id))
      const byId = new Map(briefs.map((brief) => [brief.id, brief]))
      return { data: data.map((row) => itemOf(row, byId.get(row.bill_id))), next_cursor }
    },
  )

  app.post(
    '/follows',
    {
      config: { ...config, problems: ['not_found', 'limit_reached'] },
      schema: {
        operationId: 'followBill',
        summary: 'Follow a bill, from its next event on',
        tags,
        querystring: NoQuery,
        body: FollowBody,
        response: {
          ...answers(Follow, { description: 'It was already followed' }),
          ...answers(Follow, { status: 201, description: 'It is now followed' }),
        },
      },
    },
    async (request, reply) => {
      const bill = await references.inBody(request.body)
      const made = await orProblem(app, follow(database, request.account, bill.id, clock.now()))
      return reply
        .code(made.is_new ? 201 : 200)
        .header('location', `${request.routeOptions.url}/${made.follow.bill_id}`)
        .send(await shown(made.follow))
    },
  )

  app.get(
    '/follows/:id',
    {
      config: { ...config, problems: ['not_found', 'invalid_id'] },
      schema: {
        operationId: 'getFollow',
        summary: 'Check whether the account follows a bill',
        tags,
        ...one,
        response: answers(Follow),
      },
    },
    async ({ account, params }) =>
      shown(await orProblem(app, getFollow(reader, account, await references.inPath(params.id)))),
  )

  app.delete(
    '/follows/:id',
    {
      config: { ...config, problems: ['not_found', 'invalid_id'] },
      schema: {
        operationId: 'unfollowBill',
        summary: 'Unfollow a bill',
        tags,
        ...one,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await orProblem(app, unfollow(database, account, await references.inPath(params.id)))
      return reply.code(204).send()
    },
  )
}

/** The tombstone of a bill that is no longer followed. */
function itemOf({ bill_id, created_at, updated_at, removed_at }: FollowRow, bill: BillBrief | undefined) {
  if (removed_at !== null) return { id: bill_id, deleted: true as const, updated_at }
  return { id: bill_id, bill: bill ?? null, created_at, updated_at }
}
