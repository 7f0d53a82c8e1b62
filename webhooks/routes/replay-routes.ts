import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Clock } from '../../runtime/clock.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { stepReplay } from '../replay/replay-step.ts'
import { createReplay, getReplay, listReplays, stopReplay } from '../replay/replays.ts'
import { Replay, ReplayBody, ReplayParams } from '../route-schemas/delivery-schemas.ts'
import { answers, IdParams, NoQuery, PageOf, pageQuery } from '../route-schemas/schemas.ts'
import { config, tags, type WebhookRouteContext } from './context.ts'
import { pageOf, readInstant, readPaging } from './paging.ts'
import { invalidMember, orProblem } from './problems.ts'

/** If counting takes longer, a dispatcher continues it. */
const MAX_COUNT_MS = 2_000
const refusedMember = (app: FastifyInstance, name: string, detail: string) =>
  invalidMember(app, [name], detail)
const one = { params: ReplayParams, querystring: NoQuery }

/** Replays send again what an endpoint did not get. */
export const replayRoutes: FastifyPluginAsyncTypebox<WebhookRouteContext> = async (app, context) => {
  const { endpoints, database, reader, clock, limits } = context

  app.post(
    '/webhook_endpoints/:id/replay',
    {
      config: { ...config, problems: ['not_found', 'conflict', 'plan_required'] },
      schema: {
        operationId: 'replayWebhooks',
        summary:
          'Send the events that an endpoint missed since a time, a hundred a second, under the original keys',
        tags,
        params: IdParams,
        querystring: NoQuery,
        body: ReplayBody,
        response: answers(Replay, { status: 202, description: 'Started; a small dry run is already done' }),
      },
    },
    async (request, reply) => {
      const { account, body, params } = request
      const now = clock.now()
      const wanted = readWanted(app, body, now, limits.webhook_body_keep_days)
      const isDryRun = body.dry_run === true
      const made = await orProblem(
        app,
        createReplay(database, account, params.id, wanted, { is_dry_run: isDryRun, now }),
      )
      if (isDryRun) await count(database, clock, made.id)
      return reply
        .code(202)
        .header('location', `${request.originalUrl.replace(/\/replay$/, '/replays')}/${made.id}`)
        .send(await getReplay(database, account, params.id, made.id))
    },
  )

  app.get(
    '/webhook_endpoints/:id/replays',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'listWebhookReplays',
        summary: 'Replays of an endpoint, newest first',
        tags,
        params: IdParams,
        querystring: pageQuery({}),
        response: answers(PageOf(Replay)),
      },
    },
    async (request, reply) => {
      const { id } = await orProblem(app, endpoints.get(request.account, request.params.id))
      const paging = readPaging(app, context, request.query, {
        path: 'replays',
        filters: { id },
        order: ['id'],
      })
      const beforeId = paging.after === undefined ? undefined : Number(paging.after[0])
      const rows = await listReplays(reader, id, { before_id: beforeId, limit: paging.limit + 1 })
      return pageOf({ request, reply }, rows, paging, (row) => [row.id])
    },
  )

  app.get(
    '/webhook_endpoints/:id/replays/:replay_id',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'getWebhookReplay',
        summary: 'Replay progress',
        tags,
        ...one,
        response: answers(Replay),
      },
    },
    ({ account, params }) => orProblem(app, getReplay(reader, account, params.id, params.replay_id)),
  )

  app.delete(
    '/webhook_endpoints/:id/replays/:replay_id',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'stopWebhookReplay',
        summary: 'Stop a replay; deliveries that it has scheduled are still sent',
        tags,
        ...one,
        response: answers(Replay, { description: 'The replay is stopped or already over' }),
      },
    },
    ({ account, params }) =>
      orProblem(app, stopReplay(database, account, params.id, params.replay_id, clock.now())),
  )
}

/** The part of the past that a request asks for. */
function readWanted(app: FastifyInstance, body: Static<typeof ReplayBody>, now: Date, keep_days: number) {
  const since = readInstant(app, 'since', body.since, refusedMember) ?? ''
  const until = readInstant(app, 'until', body.until, refusedMember) ?? null
  if (Date.parse(since) < now.getTime() - keep_days * DAY_MS)
    throw refusedMember(app, 'since', `since is ${body.since}; events are kept for ${keep_days} days.`)
  if (Date.parse(since) > now.getTime())
    throw refusedMember(app, 'since', `since is ${body.since}; it must not lie in the future.`)
  if (until !== null && until < since) throw refusedMember(app, 'until', 'until is before since.')
  return { since, until, status: body.status ?? null, events: body.events ?? null }
}

async function count(database: Database, clock: Clock, replayId: number): Promise<void> {
  const end = performance.now() + MAX_COUNT_MS
  while (performance.now() < end) {
    const step = await stepReplay(database, clock.now(), replayId)
    if (step === undefined || step.is_over) return
  }
}
