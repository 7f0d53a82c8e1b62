import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { DraftedBill } from '../../derive/targets/outreach/draft.ts'
import { OutreachPage, OutreachQuery } from '../../schemas/http/advocacy/outreach.ts'
import { IdPath } from '../../schemas/http/parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { type Orders, startWalk } from '../paging/collection.ts'
import { sendComputed } from '../paging/send-computed.ts'
import type { Contact } from '../read-model/referrals/bill-contacts.ts'
import { readContactedBill } from '../read-model/referrals/contact-rows.ts'
import { contactsOfBill } from '../read-model/referrals/contacts-of-bill.ts'
import { findBillTargets } from '../read-model/targets/find-targets.ts'
import { placeName, readTargetedBill, type TargetedBill } from '../read-model/targets/near-bills.ts'
import { legislatorOutreach, organizationOutreach } from '../read-model/targets/outreach-items.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { foundOwner } from '../read-schema/owner.ts'
import { federalToday, type RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'
import { typesOf } from './targets.ts'

const orders: Orders = { plain: ['rank'], changes: 'rank' }

export const outreachRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits, clock },
) => {
  app.get(
    '/bills/:id/outreach',
    {
      schema: {
        operationId: 'listBillOutreach',
        summary: 'Drafts of messages to the targets of a bill, or to the legislators who decide next',
        description:
          'One draft for each, from templates, with the source of every statement. Nothing is sent. Somebody must read and correct a draft before it is sent.',
        tags: ['Bills', 'Targets'],
        params: IdPath,
        querystring: OutreachQuery,
        response: answers(OutreachPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { audience = 'organizations', types } = request.query
      const filters = { audience, types }
      const walk = startWalk(request.query, { path: `bills/${id}/outreach`, filters, orders, limits })
      const { feed, owner } = await readTargetedBill(model, idParameter(id))
      const bill = foundOwner(owner, { kind: 'bill', id, location: pathWithId(request) })
      const drafted = draftedBill(bill)
      const today = federalToday(clock)
      if (audience === 'legislators') {
        const contacts = await decidersOf(model, bill.id, today)
        const items = contacts.map((contact) => ({
          id: contact.id,
          updated_at: contact.updated_at,
          show: () => legislatorOutreach(drafted, contact),
        }))
        return sendComputed(request, reply, walk, { feed, items }, { coverage: 'null' })
      }
      const question = { as_of: today, types: typesOf(types) }
      const { targets, coverage } = await findBillTargets(model, bill, question)
      const items = targets.map((target) => ({
        id: target.organization.id,
        updated_at: target.updated_at,
        show: () => organizationOutreach(drafted, target),
      }))
      return sendComputed(request, reply, walk, { feed, items }, { coverage: JSON.stringify(coverage) })
    },
  )
}

async function decidersOf(model: ReadModel, id: number, today: string): Promise<readonly Contact[]> {
  const { owner } = await readContactedBill(model, { id })
  return owner === undefined ? [] : contactsOfBill(model, owner, today)
}

const draftedBill = ({
  id,
  jurisdiction,
  session,
  identifier,
  title,
  latest_action,
}: TargetedBill): DraftedBill => ({
  id,
  place: placeName(jurisdiction),
  session,
  identifier: identifier ?? '',
  title: title ?? '',
  latest_action,
})
