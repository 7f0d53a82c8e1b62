import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath } from '../../schemas/http/parameters.ts'
import { ReferredBillPage } from '../../schemas/http/people/legislator-records.ts'
import { ReferredBillQuery } from '../../schemas/http/people/people-parameters.ts'
import { idParameter } from '../input/parameters.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import { readCommitteeWithPeers, readReferredBills } from '../read-model/committees/committee-bills.ts'
import { committeeTerms } from '../read-model/committees/committee-terms.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import { withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

export const committeeBillRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits },
) => {
  app.get(
    '/committees/:id/bills',
    {
      schema: {
        operationId: 'listCommitteeBills',
        summary: 'Bills that were referred to a committee, according to their actions',
        tags: ['Committees'],
        params: IdPath,
        querystring: ReferredBillQuery,
        response: answers(ReferredBillPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const filters = await withPrintedSession(model, { session: request.query.session })
      const path = `committees/${id}/bills`
      const walk = startWalk(request.query, { path, filters, orders: entityOrders, limits })
      const found = await readCommitteeWithPeers(model, idParameter(id))
      const owner = foundOwner(found, { kind: 'committee', id, location: pathWithId(request) })
      const committee = owner.others.find((one) => one.id === owner.id)!
      const terms = committeeTerms(committee, owner.others, owner.jurisdiction)
      const read = await readReferredBills(model, walk.page, terms, filters)
      return sendPage(request, reply, walk, read, (row) =>
        withMembers(row.item ?? '{}', {
          latest_action: row.latest_action ?? 'null',
          referrals: row.referrals ?? '[]',
        }),
      )
    },
  )
}
