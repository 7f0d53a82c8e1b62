import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  OwnScorecardPath,
  ScorecardChange,
  ScorecardRequest,
} from '../../schemas/http/scorecards/own-scorecard.ts'
import { ScorecardDetail } from '../../schemas/http/scorecards/scorecard.ts'
import {
  changeOwn,
  createOwn,
  publishOwn,
  removeOwn,
  requireOwn,
  unpublishOwn,
} from '../scorecards/own-scorecards.ts'
import { shownOwnDetail } from '../scorecards/shown-own.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'scorecards' } as const
const tags = ['Scorecards']
/** A grid of 2,000 members and 500 items. */
const SCORECARD_BYTES = 8 * 1024 * 1024

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** Scorecards of the caller's account: private until they are published. */
export const ownScorecardRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addChanges(app, context)
  addPublishing(app, context)
}

function addChanges(app: App, { database }: RouteContext): void {
  app.post(
    '/scorecards',
    {
      config: { ...config, problems: ['limit_reached'] },
      bodyLimit: SCORECARD_BYTES,
      schema: {
        operationId: 'createScorecard',
        summary: 'Create a scorecard of the account; it is private until it is published',
        tags,
        body: ScorecardRequest,
        querystring: NoQuery,
        response: answers(ScorecardDetail, { status: 201, description: 'Created' }),
      },
    },
    async (request, reply) => {
      const id = await createOwn(database, request.account.id, request.body)
      return reply
        .code(201)
        .header('location', `${request.routeOptions.url}/${id}`)
        .send(shownOwnDetail(await requireOwn(database, request.account.id, id)))
    },
  )

  app.patch(
    '/scorecards/:id',
    {
      config,
      bodyLimit: SCORECARD_BYTES,
      schema: {
        operationId: 'changeScorecard',
        summary: 'Change a scorecard of the account; what is public changes when it is published again',
        tags,
        params: OwnScorecardPath,
        body: ScorecardChange,
        querystring: NoQuery,
        response: answers(ScorecardDetail, { description: 'Changed' }),
      },
    },
    async ({ account, params, body }) => {
      await changeOwn(database, account.id, params.id, body)
      return shownOwnDetail(await requireOwn(database, account.id, params.id))
    },
  )

  app.delete(
    '/scorecards/:id',
    {
      config,
      schema: {
        operationId: 'deleteScorecard',
        summary: 'Delete a scorecard of the account; a public one is unpublished',
        tags,
        params: OwnScorecardPath,
        querystring: NoQuery,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await removeOwn(database, account.id, params.id)
      return reply.code(204).send()
    },
  )
}

function addPublishing(app: App, { database }: RouteContext): void {
  app.post(
    '/scorecards/:id/publish',
    {
      config,
      schema: {
        operationId: 'publishScorecard',
        summary: 'Show a scorecard of the account to everybody, as it is now, without its note',
        tags,
        params: OwnScorecardPath,
        querystring: NoQuery,
        response: answers(ScorecardDetail, { description: 'It is public within seconds' }),
      },
    },
    async ({ account, params }) => {
      await publishOwn(database, account.id, params.id)
      return shownOwnDetail(await requireOwn(database, account.id, params.id))
    },
  )

  app.post(
    '/scorecards/:id/unpublish',
    {
      config,
      schema: {
        operationId: 'unpublishScorecard',
        summary: 'Take a scorecard of the account back; the account keeps it',
        tags,
        params: OwnScorecardPath,
        querystring: NoQuery,
        response: answers(ScorecardDetail, { description: 'It is private within seconds' }),
      },
    },
    async ({ account, params }) => {
      await unpublishOwn(database, account.id, params.id)
      return shownOwnDetail(await requireOwn(database, account.id, params.id))
    },
  )
}
