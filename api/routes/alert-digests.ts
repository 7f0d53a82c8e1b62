import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jsonFeedOf, renderAtom } from '../../alerts/feed/feed.ts'
import {
  AlertConfirmed,
  AlertLinkBody,
  AlertPath,
  AlertPreview,
  AlertStopped,
  AlertTest,
  FeedPath,
  JsonFeed,
} from '../../schemas/http/alerts/alert-subscription.ts'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { confirmRecipient, stopByLink } from '../alerts/answered-links.ts'
import { createReadFacts } from '../alerts/bill-facts.ts'
import { mailTest, previewDigest } from '../alerts/preview.ts'
import { readFeed } from '../alerts/read-feed.ts'
import { findSubscription } from '../alerts/subscriptions.ts'
import type { RouteContext } from './context.ts'
import { answers } from './route.ts'

const config = { scope: 'alerts' } as const
const tags = ['Alerts']
const one = { params: AlertPath, querystring: NoQuery }

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** What subscriptions bring: digests ahead of their time, feeds, and the answers to mails. */
export const alertDigestRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addPreviews(app, context)
  addMailLinks(app, context)
  addFeeds(app, context)
}

function addPreviews(app: App, { database, model, widgets, clock }: RouteContext): void {
  const parts = { database, readFacts: createReadFacts(model), origin: widgets.origin }
  app.get(
    '/alert_subscriptions/:id/preview',
    {
      config,
      schema: {
        operationId: 'previewAlertDigest',
        summary: 'The next digest as it would be now',
        tags,
        ...one,
        response: answers(AlertPreview),
      },
    },
    async ({ account, params }, reply) => {
      const row = await findSubscription(database, account.id, params.id)
      const { digest, day, changes } = await previewDigest(parts, row)
      const { subject, text, html } = digest
      // The links in it end a subscription.
      reply.header('cache-control', 'no-store')
      return { day, due_at: row.next_due_at, changes, subject, text, html }
    },
  )

  app.post(
    '/alert_subscriptions/:id/test',
    {
      config: { ...config, problems: ['conflict'] },
      schema: {
        operationId: 'testAlertDigest',
        summary: 'Mail the preview to the confirmed recipient, at most once an hour',
        tags,
        ...one,
        response: answers(AlertTest, { status: 202, description: 'Accepted' }),
      },
    },
    async ({ account, params }, reply) => {
      const row = await findSubscription(database, account.id, params.id)
      const { digest } = await previewDigest(parts, row)
      await mailTest(database, row, digest, { origin: widgets.origin, now: clock.now() })
      return reply.code(202).send({ accepted: true, detail: 'The mail is on its way.' })
    },
  )
}

function addMailLinks(app: App, { database, clock, widgets }: RouteContext): void {
  const link = {
    config: { open: true, is_private: true, problems: ['not_found', 'rate_limited', 'overloaded'] },
  } as const
  const body = { tags, security: [], querystring: NoQuery, body: AlertLinkBody }

  app.post(
    '/alert_subscriptions/confirm',
    {
      ...link,
      schema: {
        ...body,
        operationId: 'confirmAlerts',
        summary: 'Confirm digests by the link of a mail',
        response: answers(AlertConfirmed),
      },
    },
    async (request, reply) => {
      await widgets.limits.countForm(request, reply)
      await confirmRecipient(database, request.body.token, clock.now())
      return reply.header('cache-control', 'no-store').send({ confirmed: true })
    },
  )

  app.post(
    '/alert_subscriptions/stop',
    {
      ...link,
      schema: {
        ...body,
        operationId: 'stopAlerts',
        summary: 'End digests by the link of a mail',
        response: answers(AlertStopped),
      },
    },
    async (request, reply) => {
      await widgets.limits.countForm(request, reply)
      await stopByLink(database, request.body.token, clock.now())
      return reply.header('cache-control', 'no-store').send({ stopped: true })
    },
  )
}

function addFeeds(app: App, { database, widgets, pageAddress }: RouteContext): void {
  app.get(
    '/alert_feeds/:token/:format',
    {
      config: {
        open: true,
        for_visitors: true,
        problems: ['not_found', 'rate_limited', 'overloaded'],
      },
      schema: {
        operationId: 'getAlertFeed',
        summary: 'The newest digests of a feed; its token is the credential',
        tags,
        security: [],
        params: FeedPath,
        querystring: NoQuery,
        response: answers(JsonFeed, { text_types: ['application/atom+xml'] }),
      },
    },
    async (request, reply) => {
      await widgets.limits.countVisitor(request, reply)
      const { token, format } = request.params
      const urlOf = (own: string) => pageAddress(`/v1/alert_feeds/${own}/${format}`)
      const { feed, subscription_id } = await readFeed(database, token, urlOf)
      reply.header('cache-control', 'private, max-age=300').header('x-robots-tag', 'noindex')
      reply.header('last-modified', new Date(feed.updated_at).toUTCString())
      if (format === 'json') return jsonFeedOf(feed)
      return reply
        .header('content-type', 'application/atom+xml; charset=utf-8')
        .send(renderAtom(feed, subscription_id))
    },
  )
}
