import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { Follow, FollowBody, FollowPage, FollowParams, FollowQuery } from '../route-schemas/follow-schemas.ts'
import { answers, NoQuery, noContent } from '../route-schemas/schemas.ts'
import type { BillBrief, BillId } from '../subscriptions/bill-directory.ts'
import { type FollowRow, follow, getFollow, listFollows, unfollow } from '../subscriptions/follows.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { pageOf, readPaging } from './paging.ts'
import { invalidMember, orProblem } from './problems.ts'
import { syncThrough } from './sync-through.ts'
import { requireTombstonesSince } from './tombstones.ts'

const one = { params: FollowParams, querystring: NoQuery }

/** Followed bills, for endpoints with the filter `followed`. */
export const followRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { database, reader, bills, clock } = context

  async function found(which: BillId): Promise<BillBrief> {
    const bill = await bills.find(which)
    const named = 'id' in which ? which.id : which.ocd_id
    if (bill === undefined) throw app.problem(404, 'not_found', `Bill ${named} does not exist.`)
    return bill
  }

  function namedBy({ bill_id, ocd_id = '' }: Static<typeof FollowBody>): BillId {
    if (bill_id !== undefined) return { id: bill_id }
    const which = readBillId(ocd_id)
    if (which !== undefined && 'ocd_id' in which) return which
    const detail = `ocd_id is ${JSON.stringify(ocd_id)}; it must be the ocd_id of a bill, such as ocd-bill/6f1ad1ef-3c5e-5cbd-9c1b-6f0f6ac0b7d1.`
    throw invalidMember(app, ['ocd_id'], detail)
  }

  /** A bill that was removed is still followed by its number. */
  async function numberOf(text: string): Promise<number> {
    const which = readBillId(text)
    if (which === undefined)
      throw app.problem(
        400,
        'invalid_id',
        `id is ${JSON.stringify(text)}; it must be a whole number or an ocd_id.`,
      )
    const bill = await bills.find(which)
    if (bill !== undefined) return bill.id
    return 'id' in which ? which.id : (await found(which)).id
  }

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
      const { account, query } = request
      const isSync = query.updated_since !== undefined
      const includeRemoved = query.include === 'deleted'
      const paging = readPaging(app, context, query, {
        path: 'follows',
        filters: { include_removed: includeRemoved },
        order: isSync ? ['instant', 'id'] : ['id'],
      })
      if (includeRemoved) requireTombstonesSince(app, paging.since, clock.now())
      const [billId, updatedAt = '-infinity'] = paging.after?.toReversed() ?? []
      if (isSync) reply.header('x-sync-through', await syncThrough(reader))
      const rows = await listFollows(reader, account, {
        since: paging.since,
        include_removed: includeRemoved,
        after: billId === undefined ? undefined : { bill_id: Number(billId), updated_at: String(updatedAt) },
        limit: paging.limit + 1,
      })
      const { data, next_cursor } = pageOf({ request, reply }, rows, paging, (row) =>
        isSync ? [row.updated_at, row.bill_id] : [row.bill_id],
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
      const bill = await found(namedBy(request.body))
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
        summary: 'Whether the account follows a bill',
        tags,
        ...one,
        response: answers(Follow),
      },
    },
    async ({ account, params }) =>
      shown(await orProblem(app, getFollow(reader, account, await numberOf(params.id)))),
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
      await orProblem(app, unfollow(database, account, await numberOf(params.id)))
      return reply.code(204).send()
    },
  )
}

function readBillId(text: string): BillId | undefined {
  if (/^\d+$/.test(text)) {
    const id = Number(text)
    return id >= 1 && Number.isSafeInteger(id) ? { id } : undefined
  }
  const ocdId = text.toLowerCase()
  return /^ocd-bill\/[\w-]{1,100}$/.test(ocdId) ? { ocd_id: ocdId } : undefined
}

/** The tombstone of a bill that is no longer followed. */
function itemOf({ bill_id, created_at, updated_at, removed_at }: FollowRow, bill: BillBrief | undefined) {
  if (removed_at !== null) return { id: bill_id, deleted: true as const, updated_at }
  return { id: bill_id, bill: bill ?? null, created_at, updated_at }
}
