import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { IdPath, NoQuery, PartQuery } from '../../schemas/http/parameters.ts'
import { VoteItem, VotePage } from '../../schemas/http/vote.ts'
import { entityOrders, sendJson, sendPage, startWalk } from '../collection.ts'
import { idParameter } from '../parameters.ts'
import { withMembers } from '../read-model/json-text.ts'
import { type NameBook, readNames } from '../read-model/names.ts'
import { foundOwner } from '../read-model/owner.ts'
import { readVote, readVotesOfBill, type VoteRow } from '../read-model/votes.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

type PrintedVote = { readonly voter_name: string }

const printedVotes = (row: VoteRow): PrintedVote[] => (row.votes === null ? [] : JSON.parse(row.votes))

/** The stored roll call with each member's vote, and the person where the printed name stands for one. */
function rollCall(row: VoteRow, personOf: NameBook): string {
  const votes = printedVotes(row).map((vote) => ({
    ...vote,
    person: personOf(vote.voter_name, row.vote_chamber) ?? null,
  }))
  return withMembers(row.item ?? '{}', { votes: JSON.stringify(votes) })
}

const namesOf = (rows: readonly VoteRow[]): string[] =>
  rows.flatMap((row) => printedVotes(row).map(({ voter_name }) => voter_name))

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
      const personOf = await readNames(model, bill, namesOf(found.rows))
      return sendPage(request, reply, walk, found, (row) => rollCall(row, personOf))
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
      const personOf = await readNames(model, where, namesOf([vote]))
      return sendJson(reply, rollCall(vote, personOf))
    },
  )
}
