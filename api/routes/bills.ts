import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { BillDetail, BillPage } from '../../schemas/http/bill.ts'
import { BillQuery, IdPath, NoQuery } from '../../schemas/http/parameters.ts'
import { type Orders, sendJson, sendPage, startWalk } from '../collection.ts'
import { idParameter, jurisdictionParameter } from '../parameters.ts'
import { type BillDetailRow, listBills, readBill } from '../read-model/bills.ts'
import { joined, withMembers } from '../read-model/json-text.ts'
import { foundOwner } from '../read-model/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const orders: Orders = { plain: ['id'], changes: 'changes' }
const searchOrders: Orders = { plain: ['identifier', 'text'], changes: 'changes' }

export const billRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, limits }) => {
  app.get(
    '/bills',
    {
      schema: {
        operationId: 'listBills',
        summary: 'Search bills',
        tags: ['Bills'],
        querystring: BillQuery,
        response: answers(BillPage),
      },
    },
    async (request, reply) => {
      const { q, jurisdiction, session, subject, status } = request.query
      const filters = {
        q,
        jurisdiction: jurisdiction === undefined ? undefined : jurisdictionParameter(jurisdiction),
        session,
        subject,
        status,
      }
      const walk = startWalk(request.query, {
        path: 'bills',
        filters,
        orders: q === undefined ? orders : searchOrders,
        limits,
      })
      const found = await listBills(model, walk.page, filters)
      return sendPage(request, reply, walk, found, (row) =>
        withMembers(row.item ?? '{}', { latest_action: row.latest_action ?? 'null' }),
      )
    },
  )

  app.get(
    '/bills/:id',
    {
      schema: {
        operationId: 'getBill',
        summary: 'One bill',
        tags: ['Bills'],
        params: IdPath,
        querystring: NoQuery,
        response: answers(BillDetail),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readBill(model, idParameter(id))
      const bill = foundOwner(found, { kind: 'bill', id, location: pathWithId(request) })
      const self = pathWithId(request)(bill.id)
      return sendJson(reply, billDetail(bill, self))
    },
  )
}

/** Core fields, status and counts as one object: the stored pieces side by side, without parsing them. */
function billDetail(bill: BillDetailRow, self: string): string {
  const { actions, sponsors, votes, versions, documents } = bill
  const links = Object.fromEntries(
    ['actions', 'sponsors', 'votes', 'versions', 'committees'].map((part) => [part, `${self}/${part}`]),
  )
  const item = withMembers(bill.item, {
    latest_action: bill.latest_action ?? 'null',
    progress: bill.progress ?? '[]',
    related_bills: bill.related_bills ?? '[]',
    ai_summary: 'null',
    counts: JSON.stringify({ actions, sponsors, votes, versions, documents }),
    links: JSON.stringify(links),
  })
  return joined(item, bill.detail)
}
