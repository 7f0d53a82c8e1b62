import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  AlertChange,
  AlertDeleteQuery,
  type AlertFeeds,
  AlertPath,
  AlertQuery,
  AlertRequest,
  AlertSubscription,
  AlertSubscriptionCreated,
  AlertSubscriptionPage,
} from '../../schemas/http/alerts/alert-subscription.ts'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { knownOf } from '../alerts/known-watched.ts'
import { scheduleOf, watchedOf } from '../alerts/subscription-request.ts'
import { type SubscriptionRow, shownSubscription, subscriptionsSource } from '../alerts/subscription-row.ts'
import {
  changeSubscription,
  createSubscription,
  findSubscription,
  removeSubscription,
  rotateFeed,
} from '../alerts/subscriptions.ts'
import { invalidBody } from '../input/refused-input.ts'
import { mailboxOf } from '../mail/recipient.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'alerts' } as const
const tags = ['Alerts']
const one = { params: AlertPath, querystring: NoQuery }

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** Subscriptions of the account: what is watched, and who gets a digest of it. */
export const alertSubscriptionRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addCreation(app, context)
  addChanges(app, context)
  addDeletes(app, context)
}

const feedsOf = ({ pageAddress }: RouteContext, token: string | null): AlertFeeds | null => {
  if (token === null) return null
  const address = pageAddress(`/v1/alert_feeds/${token}`)
  return { atom: `${address}/atom`, json: `${address}/json` }
}

function addReads(app: App, { database, limits }: RouteContext): void {
  app.get(
    '/alert_subscriptions',
    {
      config,
      schema: {
        operationId: 'listAlertSubscriptions',
        summary: 'Alert subscriptions of the account',
        tags,
        querystring: AlertQuery,
        response: answers(AlertSubscriptionPage),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const filters = { account: account.id, sheet_id: query.sheet_id }
      const walk = startWalk(query, { path: 'alert_subscriptions', filters, orders: entityOrders, limits })
      const source = subscriptionsSource(account.id, query.sheet_id)
      const found = await readAccountPage<PageRow & SubscriptionRow>(database, walk.page, source)
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shownSubscription(row)))
    },
  )

  app.get(
    '/alert_subscriptions/:id',
    {
      config,
      schema: {
        operationId: 'getAlertSubscription',
        summary: 'One alert subscription',
        tags,
        ...one,
        response: answers(AlertSubscription),
      },
    },
    async ({ account, params }) => shownSubscription(await findSubscription(database, account.id, params.id)),
  )
}

function addCreation(app: App, context: RouteContext): void {
  const { database, clock, widgets } = context
  app.post(
    '/alert_subscriptions',
    {
      config: { ...config, problems: ['limit_reached'] },
      schema: {
        operationId: 'createAlertSubscription',
        summary: 'Watch a sheet, bills or a search; a mail asks the person to confirm the address',
        description:
          'Changes from now on are reported, once a local day and only if something happened. At most one mail a day asks a person to confirm, over all accounts. Only this answer shows the addresses of a feed.',
        tags,
        querystring: NoQuery,
        body: AlertRequest,
        response: answers(AlertSubscriptionCreated, { status: 201, description: 'Created' }),
      },
    },
    async (request, reply) => {
      const { account, body, routeOptions } = request
      const asked = {
        name: body.name,
        known: await knownOf(context, account.id, watchedOf(body, true)!),
        schedule: scheduleOf(body),
        email: emailOf(body),
      }
      const moment = { origin: widgets.origin, now: clock.now() }
      const { id, token } = await createSubscription(database, account, asked, moment)
      const row = await findSubscription(database, account.id, id)
      return reply
        .code(201)
        .header('location', `${routeOptions.url}/${id}`)
        .header('cache-control', 'no-store')
        .send({ ...shownSubscription(row), feeds: feedsOf(context, token) })
    },
  )

  app.post(
    '/alert_subscriptions/:id/rotate',
    {
      config: { ...config, problems: ['conflict'] },
      schema: {
        operationId: 'rotateAlertFeed',
        summary: 'Give a feed new addresses; the old ones end at once',
        tags,
        ...one,
        response: answers(AlertSubscriptionCreated, { status: 201, description: 'Created' }),
      },
    },
    async ({ account, params, routeOptions }, reply) => {
      const token = await rotateFeed(database, account.id, params.id)
      const row = await findSubscription(database, account.id, params.id)
      return reply
        .code(201)
        .header('location', (routeOptions.url ?? '').replace(':id/rotate', String(params.id)))
        .header('cache-control', 'no-store')
        .send({ ...shownSubscription(row), feeds: feedsOf(context, token) })
    },
  )
}

/** undefined: a feed. */
function emailOf({ channel, email }: AlertRequest): string | undefined {
  if (channel !== 'feed') {
    if (email === undefined)
      throw invalidBody(['email'], 'email is missing; a digest by mail needs an address.')
    return mailboxOf(email)
  }
  if (email !== undefined) throw invalidBody(['email'], 'email is given, but a feed has no recipient.')
  return undefined
}

function addChanges(app: App, context: RouteContext): void {
  const { database } = context
  app.patch(
    '/alert_subscriptions/:id',
    {
      config,
      schema: {
        operationId: 'changeAlertSubscription',
        summary: 'Change what is watched or when, or pause it',
        description: 'Another hour, weekday or zone never opens a day that already had its digest.',
        tags,
        ...one,
        body: AlertChange,
        response: answers(AlertSubscription, { description: 'Changed' }),
      },
    },
    async ({ account, params, body }) => {
      await findSubscription(database, account.id, params.id)
      const watched = watchedOf(body, false)
      const known = watched === undefined ? undefined : await knownOf(context, account.id, watched)
      const { name, paused } = body
      const change = { name, paused, known, scheduleAfter: scheduleOf.bind(undefined, body) }
      return shownSubscription(await changeSubscription(database, account.id, params.id, change))
    },
  )
}

function addDeletes(app: App, { database }: RouteContext): void {
  app.delete(
    '/alert_subscriptions/:id',
    {
      config,
      schema: {
        operationId: 'deleteAlertSubscription',
        summary: 'End a subscription',
        tags,
        ...one,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await removeSubscription(database, account.id, params.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/alert_subscriptions',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        operationId: 'deleteAlertSubscriptionById',
        summary: 'End a subscription that a parameter names',
        tags,
        querystring: AlertDeleteQuery,
        response: noContent,
      },
    },
    async ({ account, query }, reply) => {
      await removeSubscription(database, account.id, query.id)
      return reply.code(204).send()
    },
  )
}
