import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ReferralPage } from '../../schemas/http/bill.ts'
import { IdPath, PartQuery } from '../../schemas/http/parameters.ts'
import { type Orders, sendPage, startWalk } from '../collection.ts'
import { idParameter } from '../parameters.ts'
import { readCommitteeNames } from '../read-model/committees.ts'
import { foundOwner } from '../read-model/owner.ts'
import { readReferringActions } from '../read-model/referrals.ts'
import { referralsOf } from '../referrals.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }

export const billCommitteeRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits },
) => {
  app.get(
    '/bills/:id/committees',
    {
      schema: {
        operationId: 'listBillCommittees',
        summary: 'Committees that a bill was referred to, worked out from its actions when it is read',
        tags: ['Bills'],
        params: IdPath,
        querystring: PartQuery,
        response: answers(ReferralPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/committees`, orders, limits })
      const { page } = walk
      const { feed, owner, rows } = await readReferringActions(model, idParameter(id))
      const bill = foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      const referrals = referralsOf(rows, await readCommitteeNames(model, bill.jurisdiction))
      const end = page.pinned !== undefined && page.pinned < feed.watermark ? page.pinned : feed.watermark
      const found = referrals
        .map((referral) => ({
          id: `${referral.chamber ?? ''}|${referral.name}`,
          referral,
          item: null,
          deleted: false,
          updated_at: referral.updated_at,
          seq: '0',
        }))
        .filter(
          ({ updated_at }) => page.since === undefined || (updated_at >= page.since && updated_at < end),
        )
        .map((row, position) => ({ ...row, position }))
      const begin = page.after === undefined ? 0 : placeAfter(found, page.after)
      return sendPage(request, reply, walk, { feed, rows: found.slice(begin) }, ({ referral }) =>
        JSON.stringify(referral),
      )
    },
  )
}

/**
 * A list of a few, made anew for each page: the last row is looked up in it. Where it is gone meanwhile, the page begins
 * where it stood, never at the first row again.
 */
function placeAfter(
  rows: readonly { readonly id: string }[],
  [position, id]: readonly (string | number)[],
): number {
  const found = rows.findIndex((row) => row.id === id)
  return found === -1 ? Number(position) : found + 1
}
