import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import {
  WidgetChange,
  WidgetCreated,
  WidgetItem,
  WidgetPage,
  WidgetPath,
  WidgetPreview,
  WidgetQuery,
  WidgetRequest,
  WidgetRotation,
} from '../../schemas/http/widgets/widget.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import { checkShown } from '../widgets/shown-entities.ts'
import { signPreview } from '../widgets/widget-preview.ts'
import { WIDGET, type WidgetRow } from '../widgets/widget-row.ts'
import { changedSettings, newSettings } from '../widgets/widget-settings.ts'
import {
  changeWidget,
  createWidget,
  findWidget,
  type IssuedWidget,
  removeWidget,
  revokeWidget,
  rotateWidget,
} from '../widgets/widgets.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const WEEK_S = 604_800
const config = { scope: 'sheets' } as const
const tags = ['Widgets']
const one = { params: WidgetPath, querystring: NoQuery }

const SOURCE = `SELECT ${WIDGET}, 0 AS seq, w.removed_at IS NOT NULL AS deleted, NULL AS item FROM account.widget w`

/** The widget in an answer. */
function shown(row: WidgetRow): WidgetItem {
  const { id, type, name, origins, shows, columns, limit, theme, lookups, leads } = row
  const { shown: hint, created_at, rotated_at, former_token_ends_at, revoked_at, updated_at } = row
  const settings = { id, type, name, origins, shows, columns, limit, theme, lookups, leads }
  return { ...settings, shown: hint, created_at, rotated_at, former_token_ends_at, revoked_at, updated_at }
}

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** Widgets of the account: what its own sites show, and where. */
export const widgetRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addChanges(app, context)
  addTokens(app, context)
  addPreview(app, context)
}

function addReads(app: App, { database, limits }: RouteContext): void {
  app.get(
    '/widgets',
    {
      config,
      schema: {
        operationId: 'listWidgets',
        summary: 'Widgets of the account',
        tags,
        querystring: WidgetQuery,
        response: answers(WidgetPage),
      },
    },
    async (request, reply) => {
      const { account, query } = request
      const filters = { account: account.id, type: query.type }
      const walk = startWalk(query, { path: 'widgets', filters, orders: entityOrders, limits })
      const found = await readAccountPage<PageRow & WidgetRow>(database, walk.page, (bind) => {
        const ofType = query.type === undefined ? '' : `AND w.type = ${bind(query.type)}`
        return `${SOURCE} WHERE w.account_id = ${bind(account.id)} ${ofType}`
      })
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shown(row)))
    },
  )

  app.get(
    '/widgets/:id',
    {
      config,
      schema: {
        operationId: 'getWidget',
        summary: 'One widget, without its token',
        tags,
        ...one,
        response: answers(WidgetItem),
      },
    },
    async ({ account, params }) => shown(await findWidget(database, account.id, params.id)),
  )
}

function addChanges(app: App, context: RouteContext): void {
  const { database, widgets } = context
  app.post(
    '/widgets',
    {
      config: { ...config, problems: ['limit_reached'] },
      schema: {
        operationId: 'createWidget',
        summary: 'Create a widget; the answer is the only one that shows its token',
        tags,
        querystring: NoQuery,
        body: WidgetRequest,
        response: answers(WidgetCreated, { status: 201, description: 'Created' }),
      },
    },
    async (request, reply) => {
      const { account, body, routeOptions } = request
      const settings = newSettings(body)
      await checkShown(context, account.id, settings.shows)
      const issued = await createWidget(database, account.id, body.type, settings)
      return reply
        .code(201)
        .header('location', `${routeOptions.url}/${issued.id}`)
        .header('cache-control', 'no-store')
        .send(withToken(issued, widgets.origin))
    },
  )

  app.patch(
    '/widgets/:id',
    {
      config,
      schema: {
        operationId: 'updateWidget',
        summary: 'Change a widget; its pages show it within seconds',
        tags,
        ...one,
        body: WidgetChange,
        response: answers(WidgetItem),
      },
    },
    async ({ account, params, body }) => {
      const changed = await changeWidget(database, account.id, params.id, async (before) => {
        const settings = changedSettings(before.type, before, body)
        if (body.shows !== undefined) await checkShown(context, account.id, settings.shows)
        return settings
      })
      widgets.forget(params.id)
      return shown(changed)
    },
  )

  app.delete(
    '/widgets/:id',
    {
      config,
      schema: {
        operationId: 'deleteWidget',
        summary: 'Delete a widget; its leads stay',
        tags,
        ...one,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await removeWidget(database, account.id, params.id)
      widgets.forget(params.id)
      return reply.code(204).send()
    },
  )
}

function addTokens(app: App, { database, widgets }: RouteContext): void {
  app.post(
    '/widgets/:id/revoke',
    {
      config,
      schema: {
        operationId: 'revokeWidget',
        summary: 'End the tokens of a widget; a rotation gives it a new one',
        tags,
        ...one,
        response: answers(WidgetItem),
      },
    },
    async ({ account, params }) => {
      const revoked = await revokeWidget(database, account.id, params.id)
      widgets.forget(params.id)
      return shown(revoked)
    },
  )

  app.post(
    '/widgets/:id/rotate',
    {
      config,
      schema: {
        operationId: 'rotateWidget',
        summary: 'Give a widget a new token; the old one works for a limited time',
        tags,
        ...one,
        body: WidgetRotation,
        response: answers(WidgetCreated, { status: 201, description: 'Created' }),
      },
    },
    async ({ account, params, body, routeOptions }, reply) => {
      const { overlap_seconds = WEEK_S } = body
      const issued = await rotateWidget(database, account.id, params.id, overlap_seconds)
      widgets.forget(params.id)
      return reply
        .code(201)
        .header('location', (routeOptions.url ?? '').replace(':id/rotate', String(issued.id)))
        .header('cache-control', 'no-store')
        .send(withToken(issued, widgets.origin))
    },
  )
}

function addPreview(app: App, { database, widgets, clock }: RouteContext): void {
  app.post(
    '/widgets/:id/preview',
    {
      config: { ...config, is_audited: false },
      schema: {
        operationId: 'previewWidget',
        summary: 'An address at which the widget can be seen for an hour, without its token and on no site',
        tags,
        ...one,
        response: answers(WidgetPreview, { description: 'Signed' }),
      },
    },
    async ({ account, params }, reply) => {
      const { id } = await findWidget(database, account.id, params.id)
      const { path, expires_at } = await signPreview(database, id, clock.now())
      return reply.header('cache-control', 'no-store').send({
        url: `${widgets.origin}${path}`,
        expires_at: `${expires_at.toISOString().slice(0, 19)}.000000Z`,
      })
    },
  )
}

const withToken = (issued: IssuedWidget, origin: string) => ({
  ...shown(issued),
  token: issued.token,
  snippet: `<div data-legislog-widget="${issued.type}/${issued.token}"></div>\n<script src="${origin}/widget.js" async></script>`,
})
