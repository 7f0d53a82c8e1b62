import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath } from '../../schemas/http/parameters.ts'
import { BallotPage, SponsoredBillPage } from '../../schemas/http/people/legislator-records.ts'
import { BallotQuery, SponsoredBillQuery } from '../../schemas/http/people/people-parameters.ts'
import { idParameter, jurisdictionParameter } from '../input/parameters.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import { readBallots, readSponsoredBills } from '../read-model/people/person-records.ts'
import { movedTo, withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const common = { tags: ['Legislators'], params: IdPath }

/** Records of a legislator, found by the printed names that match the legislator. */
export const legislatorRecordRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, limits },
) => {
  app.get(
    '/legislators/:id/bills',
    {
      schema: {
        operationId: 'listLegislatorBills',
        summary: 'Bills that a legislator sponsors',
        ...common,
        querystring: SponsoredBillQuery,
        response: answers(SponsoredBillPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { jurisdiction, session, primary } = request.query
      const place = jurisdictionParameter(jurisdiction)
      const filters = await withPrintedSession(model, { jurisdiction: place, session, primary })
      const path = `legislators/${id}/bills`
      const walk = startWalk(request.query, { path, filters, orders: entityOrders, limits })
      const found = await readSponsoredBills(model, idParameter(id), walk.page, filters)
      foundOwner(found.owner, { kind: 'legislator', id, location: pathWithId(request) })
      return sendPage(request, reply, walk, found, (row) =>
        withMembers(movedTo(row.item ?? '{}', row.updated_at), {
          latest_action: row.latest_action ?? 'null',
          sponsorships: row.sponsorships ?? '[]',
        }),
      )
    },
  )

  app.get(
    '/legislators/:id/votes',
    {
      schema: {
        operationId: 'listLegislatorVotes',
        summary: 'Roll calls in which a legislator voted, with the vote',
        ...common,
        querystring: BallotQuery,
        response: answers(BallotPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const filters = await withPrintedSession(model, {
        jurisdiction: jurisdictionParameter(request.query.jurisdiction),
        session: request.query.session,
      })
      const path = `legislators/${id}/votes`
      const walk = startWalk(request.query, { path, filters, orders: entityOrders, limits })
      const found = await readBallots(model, idParameter(id), walk.page, filters)
      foundOwner(found.owner, { kind: 'legislator', id, location: pathWithId(request) })
      return sendPage(request, reply, walk, found, (row) =>
        withMembers(movedTo(row.item ?? '{}', row.updated_at), { vote: row.ballot ?? 'null' }),
      )
    },
  )
}
