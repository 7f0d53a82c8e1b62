import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, PartQuery } from '../../schemas/http/parameters.ts'
import { BillLegislatorPage } from '../../schemas/http/people/bill-legislators.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, sendPage, startWalk } from '../paging/collection.ts'
import { computedRows } from '../paging/computed-list.ts'
import { nextChamber } from '../read-model/bill/next-chamber.ts'
import { readCommitteeNames } from '../read-model/committees/committees.ts'
import { contactsOf } from '../read-model/referrals/bill-contacts.ts'
import { currentCommittees } from '../read-model/referrals/bill-location.ts'
import { readContactedBill, readContacts } from '../read-model/referrals/contact-rows.ts'
import { referralsOf } from '../read-model/referrals/referrals.ts'
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
      const chamber = nextChamber(bill)
      const referrals = referralsOf(bill.actions, await readCommitteeNames(model, bill.jurisdiction))
      const holding = currentCommittees(referrals, chamber)
      const rows = await readContacts(
        model,
        {
          jurisdiction: bill.jurisdiction,
          session: bill.session,
          sponsors: bill.sponsors.map(({ name }) => name),
          committees: holding.map(({ committee }) => committee!.id),
          chamber,
        },
        federalToday(clock),
      )
      const contacts = contactsOf(rows, {
        chamber: bill.chamber,
        sponsors: bill.sponsors,
        currentCommittees: holding,
        updated_at: bill.owner_updated_at!,
      })
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
