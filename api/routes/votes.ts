import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { VoteItem, VotePage, VoteSummaryPage } from '../../schemas/http/bills/vote.ts'
import { IdPath, NoQuery, PartQuery } from '../../schemas/http/parameters.ts'
import { VoteQuery } from '../../schemas/http/people/people-parameters.ts'
import { entityParameter, idParameter, jurisdictionParameter } from '../input/parameters.ts'
import { entityOrders, sendJson, sendPage, startWalk } from '../paging/collection.ts'
import { rollCall, voterNames } from '../read-model/bill/roll-call.ts'
import { listVotes, readVote, readVotesOfBill } from '../read-model/bill/votes.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import { readPersonLookup } from '../read-model/people/printed-names.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

export const voteRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, { model, limits }) => {
  app.get(
    '/bills/:id/votes',
    {
      schema: {
        operationId: 'listBillVotes',
        summary: "Roll calls about a bill, with each member's vote",
        tags: ['Bills', 'Votes'],
        params: IdPath,
        querystring: PartQuery,
        response: answers(VotePage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, { path: `bills/${id}/votes`, orders: entityOrders, limits })
      const found = await readVotesOfBill(model, idParameter(id), walk.page)
      const bill = foundOwner(found.owner, { kind: 'bill', id, location: pathWithId(request) })
      const personOf = await readPersonLookup(model, bill, voterNames(found.rows))
      return sendPage(request, reply, walk, found, (row) => rollCall(row, personOf))
    },
  )

  app.get(
    '/votes',
    {
      schema: {
        operationId: 'listVotes',
        summary: 'All roll calls, including those without a bill; each lists individual votes',
        tags: ['Votes'],
        querystring: VoteQuery,
        response: answers(VoteSummaryPage),
      },
    },
    async (request, reply) => {
      const { jurisdiction, session, chamber, bill, result } = request.query
      const filters = await withPrintedSession(model, {
        jurisdiction: jurisdictionParameter(jurisdiction),
        session,
        chamber,
        bill: entityParameter('bill', bill),
        result,
      })
      const walk = startWalk(request.query, { path: 'votes', filters, orders: entityOrders, limits })
      const found = await listVotes(model, walk.page, filters)
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )

  app.get(
    '/votes/:id',
    {
      schema: {
        operationId: 'getVote',
        summary: "One roll call, with each member's vote",
        tags: ['Votes'],
        params: IdPath,
        querystring: NoQuery,
        response: answers(VoteItem),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await readVote(model, idParameter(id))
      const vote = foundOwner(found, { kind: 'vote', id, location: pathWithId(request) })
      const where = { jurisdiction: vote.vote_jurisdiction, session: vote.vote_session }
      const personOf = await readPersonLookup(model, where, voterNames([vote]))
      return sendJson(reply, rollCall(vote, personOf))
    },
  )
}
