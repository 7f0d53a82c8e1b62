import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ReferralPage } from '../../schemas/http/bills/bill.ts'
import { IdPath, PartQuery } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { computedRows } from '../paging/computed-list.ts'
import { readCommitteeNames } from '../read-model/committees/committees.ts'
import { referralsOf } from '../read-model/referrals/referrals.ts'
import { readReferringActions } from '../read-model/referrals/referring-actions.ts'
import { foundOwner } from '../read-schema/owner.ts'
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
        summary: 'Committees that a bill was referred to, derived from its actions at read time',
        tags: ['Bills'],
        params: IdPath,
        querystring: PartQuery,
        response: answers(ReferralPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/committees`, orders, limits })
      const { feed, owner, rows } = await readReferringActions(model, idParameter(id))
      const bill = foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      const referrals = referralsOf(rows, await readCommitteeNames(model, bill.jurisdiction))
      const items = referrals.map((content) => ({
        id: `${content.chamber ?? ''}|${content.name}`,
        updated_at: content.updated_at,
        content,
      }))
      const found = computedRows(items, walk.page, feed)
      return sendPage(request, reply, walk, { feed, rows: found }, ({ content }) => JSON.stringify(content))
    },
  )
}
