import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, PartQuery } from '../../schemas/http/parameters.ts'
import { BillLegislatorPage } from '../../schemas/http/people/bill-legislators.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { computedRows } from '../paging/computed-list.ts'
import { readContactedBill } from '../read-model/referrals/contact-rows.ts'
import { contactsOfBill } from '../read-model/referrals/contacts-of-bill.ts'
import { foundOwner } from '../read-schema/owner.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }

export const billLegislatorRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock },
) => {
  app.get(
    '/bills/:id/legislators',
    {
      schema: {
        operationId: 'listBillLegislators',
        summary:
          'Legislators to contact about a bill: sponsors, members of its current committee, leaders of the next chamber',
        tags: ['Bills', 'Legislators'],
        params: IdPath,
        querystring: PartQuery,
        response: answers(BillLegislatorPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/legislators`, orders, limits })
      const { feed, owner } = await readContactedBill(model, idParameter(id))
      const bill = foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      const contacts = await contactsOfBill(model, bill, federalToday(clock))
      const items = contacts.map((content) => ({
        id: String(content.id),
        updated_at: content.updated_at,
        content,
      }))
      const found = computedRows(items, walk.page, feed)
      return sendPage(request, reply, walk, { feed, rows: found }, ({ content }) => JSON.stringify(content))
    },
  )
}
