import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { IdPath, NoQuery } from '../../schemas/http/parameters.ts'
import { ScorecardDetail, ScorecardPage, ScorecardQuery } from '../../schemas/http/scorecards/scorecard.ts'
import {
  LegislatorScorecardPage,
  LegislatorScorecardsQuery,
  ScorePage,
  ScoresQuery,
} from '../../schemas/http/scorecards/scores.ts'
import { hasScope } from '../access/decorators.ts'
import { invalidParameter } from '../http/problem.ts'
import { idParameter, jurisdictionParameter } from '../input/parameters.ts'
import { readAccountPage } from '../paging/account-page.ts'
import {
  entityOrders,
  type Orders,
  rowsOnPage,
  sayNextPage,
  sendJson,
  sendPage,
  startWalk,
} from '../paging/collection.ts'
import { computedRows } from '../paging/computed-list.ts'
import type { PageRow } from '../paging/page-select.ts'
import {
  readScorecardsOf,
  type ScorecardOfLegislator,
} from '../read-model/scorecards/legislator-scorecards.ts'
import { scoresCsv } from '../read-model/scorecards/score-csv.ts'
import { definitionOf, listScorecards, readScorecard } from '../read-model/scorecards/scorecards.ts'
import { readScores } from '../read-model/scorecards/scores.ts'
import { sortedScores } from '../read-model/scorecards/sorted-scores.ts'
import { withMembers } from '../read-schema/json-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import { findOwn, type OwnScorecard, ownScorecardsSource } from '../scorecards/own-scorecards.ts'
import { definitionOfOwn, shownOwn, shownOwnDetail } from '../scorecards/shown-own.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

const tags = ['Scorecards']
const computedOrders: Orders = { plain: ['rank'], changes: 'rank' }
const SCORE_VERSION = 1

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** Scorecards that organizations published. */
export const scorecardRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addScorecards(app, context)
  addScores(app, context)
  addScorecardsOfLegislator(app, context)
}

function addScorecards(app: App, { model, database, limits }: RouteContext): void {
  app.get(
    '/scorecards',
    {
      schema: {
        operationId: 'listScorecards',
        summary: 'Published scorecards, without their items',
        tags,
        querystring: ScorecardQuery,
        response: answers(ScorecardPage),
      },
    },
    async (request, reply) => {
      const { jurisdiction, session, organization, method, own } = request.query
      if (own === true) {
        request.server.requireScope(request, 'scorecards')
        for (const [name, value] of Object.entries({ jurisdiction, session, organization, method })) {
          if (value !== undefined) throw invalidParameter(name, `${name} does not go with own=true.`)
        }
        const { id } = request.account
        const walk = startWalk(request.query, {
          path: 'scorecards',
          filters: { own: id },
          orders: entityOrders,
          limits,
        })
        const found = await readAccountPage<PageRow & OwnScorecard>(
          database,
          walk.page,
          ownScorecardsSource(id),
        )
        return sendPage(request, reply, walk, found, (row) => JSON.stringify(shownOwn(row)))
      }
      const filters = { jurisdiction: jurisdictionParameter(jurisdiction), session, organization, method }
      const walk = startWalk(request.query, { path: 'scorecards', filters, orders: entityOrders, limits })
      const found = await listScorecards(model, walk.page, filters)
      return sendPage(request, reply, walk, found, (row) => row.item ?? '{}')
    },
  )

  app.get(
    '/scorecards/:id',
    {
      schema: {
        operationId: 'getScorecard',
        summary: 'One scorecard with its policies and items',
        tags,
        params: IdPath,
        querystring: NoQuery,
        response: answers(ScorecardDetail),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const own = await findCallers(request, database, id)
      if (own !== undefined) return reply.send(shownOwnDetail(own))
      const { row } = await readScorecard(model, idParameter(id))
      const scorecard = foundOwner(row, { kind: 'scorecard', id, location: pathWithId(request) })
      const { policies, items } = definitionOf(scorecard)
      return sendJson(
        reply,
        withMembers(scorecard.item, { policies: JSON.stringify(policies), items: JSON.stringify(items) }),
      )
    },
  )
}

function addScores(app: App, { model, database, limits }: RouteContext): void {
  app.get(
    '/scorecards/:id/scores',
    {
      schema: {
        operationId: 'listScores',
        summary: 'Scores of the members, each with what it adds up from',
        description:
          'A member who leaves the list leaves no tombstone. The rank is that in the whole scorecard.',
        tags,
        params: IdPath,
        querystring: ScoresQuery,
        response: answers(ScorePage, { text_types: ['text/csv'] }),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { chamber, format, sort = '-score' } = request.query
      const filters = { chamber, format, sort }
      const walk = startWalk(request.query, {
        path: `scorecards/${id}/scores`,
        filters,
        orders: computedOrders,
        limits,
      })
      const { feed, row } = await readScorecard(model, idParameter(id))
      const own = await findCallers(request, database, id)
      const definition =
        own === undefined
          ? definitionOf(foundOwner(row, { kind: 'scorecard', id, location: pathWithId(request) }))
          : definitionOfOwn(own)
      const { points_of_weight, scores } = await readScores(model, definition)
      const asked = scores.filter((one) => chamber === undefined || one.chamber === chamber)
      const items = sortedScores(asked, sort).map((content) => ({
        id: content.id,
        updated_at: content.updated_at,
        content,
      }))
      const rows = computedRows(items, walk.page, feed)
      if (format === 'csv') {
        sayNextPage(request, reply, walk, { feed, rows })
        return reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="scores.csv"')
          .send(scoresCsv(rowsOnPage(walk, rows).map(({ content }) => content)))
      }
      return sendPage(request, reply, walk, { feed, rows }, ({ content }) => JSON.stringify(content), {
        method: JSON.stringify({ name: definition.method, version: SCORE_VERSION, points_of_weight }),
      })
    },
  )
}

/** The scorecard of the caller's account as it is now, published or not. */
async function findCallers(
  request: FastifyRequest,
  database: RouteContext['database'],
  id: string,
): Promise<OwnScorecard | undefined> {
  if (!hasScope(request.account, 'scorecards')) return undefined
  return findOwn(database, request.account.id, idParameter(id))
}

function addScorecardsOfLegislator(app: App, { model, limits }: RouteContext): void {
  app.get(
    '/legislators/:id/scorecards',
    {
      schema: {
        operationId: 'listLegislatorScorecards',
        summary: 'Published scorecards with the score of one legislator, the newest first',
        tags: ['Legislators', 'Scorecards'],
        params: IdPath,
        querystring: LegislatorScorecardsQuery,
        response: answers(LegislatorScorecardPage),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const walk = startWalk(request.query, {
        path: `legislators/${id}/scorecards`,
        orders: computedOrders,
        limits,
      })
      const { feed, owner, found } = await readScorecardsOf(model, idParameter(id))
      foundOwner(owner, { kind: 'legislator', id, location: pathWithId(request) })
      const items = found.map((one) => ({
        id: `${one.scorecard.id}`,
        updated_at: one.score.updated_at,
        content: one,
      }))
      const rows = computedRows(items, walk.page, feed)
      return sendPage(request, reply, walk, { feed, rows }, ({ content }) =>
        JSON.stringify(shownScorecard(content)),
      )
    },
  )
}

function shownScorecard({ scorecard, score, points_of_weight }: ScorecardOfLegislator) {
  const { id, ocd_id, title, organization, sessions } = scorecard
  const { updated_at, points, possible, printed, rank, reason } = score
  return {
    id,
    ocd_id,
    updated_at,
    scorecard: { id, ocd_id, title, organization, sessions },
    points,
    possible,
    points_of_weight,
    score: score.score,
    printed,
    rank,
    reason,
  }
}
