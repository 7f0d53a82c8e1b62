import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { NoQuery } from '../../schemas/http/parameters.ts'
import { SheetQuery } from '../../schemas/http/sheets/sheet.ts'
import {
  OwnPagePath,
  PageChange,
  PageQuery,
  PageRequest,
  PublishedPage,
  SlugPath,
  StakeholderPage,
  StakeholderPagePage,
} from '../../schemas/http/sheets/stakeholder-page.ts'
import { hasScope } from '../access/decorators.ts'
import { problem } from '../http/problem.ts'
import { changePage, createPage, type PageRecord, pagesSource, removePage } from '../pages/pages.ts'
import { shown, shownToOwner } from '../pages/shown-page.ts'
import { readAccountPage } from '../paging/account-page.ts'
import { entityOrders, sendPage, startWalk } from '../paging/collection.ts'
import type { PageRow } from '../paging/page-select.ts'
import type { RouteContext } from './context.ts'
import { answers, noContent } from './route.ts'

const config = { scope: 'sheets' } as const
const tags = ['Stakeholder pages']

type App = Parameters<FastifyPluginAsyncTypebox<RouteContext>>[0]

/** What everybody with a token may read: published pages. */
export const publishedPageRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  const { pages } = context
  app.get(
    '/stakeholder-pages/:slug',
    {
      config: { scope: 'read', problems: ['moved'] },
      schema: {
        operationId: 'getStakeholderPage',
        summary: 'A published page with its bills; with an id, any page of the account',
        description:
          'The name of a published page needs the scope `read`. An id needs the scope `sheets`, and is one of the account. A former name of a page answers 301.',
        tags,
        params: SlugPath,
        querystring: PageQuery,
        response: answers(PublishedPage),
      },
    },
    async (request, reply) => {
      const { slug } = request.params
      const missing = problem(404, 'not_found', `There is no stakeholder page ${slug}.`)
      if (/^\d+$/.test(slug)) {
        const id = Number(slug)
        const mayRead = hasScope(request.account, 'sheets') && Number.isSafeInteger(id)
        const page = mayRead ? await pages.findOwn(request.account.id, id) : undefined
        if (page === undefined) throw missing
        return reply.send({ ...shownToOwner(page, context), bills: await pages.bills(page) })
      }
      const found = await pages.find(slug)
      if (found === undefined) throw missing
      if ('moved_to' in found) {
        const location = (request.routeOptions.url ?? '').replace(':slug', found.moved_to)
        throw problem(301, 'moved', `The page is now ${found.moved_to}.`, { headers: { location } })
      }
      return reply.send({ ...shown(found, context), bills: await pages.bills(found) })
    },
  )
}

/** Pages of the caller's account. */
export const stakeholderPageRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (app, context) => {
  addReads(app, context)
  addChanges(app, context)
}

function addReads(app: App, context: RouteContext): void {
  const { database, limits } = context
  app.get(
    '/stakeholder-pages',
    {
      config,
      schema: {
        operationId: 'listStakeholderPages',
        summary: 'Stakeholder pages of the account',
        tags,
        querystring: SheetQuery,
        response: answers(StakeholderPagePage),
      },
    },
    async (request, reply) => {
      const walk = startWalk(request.query, { path: 'stakeholder-pages', orders: entityOrders, limits })
      const source = pagesSource(request.account.id)
      const found = await readAccountPage<PageRow & PageRecord>(database, walk.page, source)
      return sendPage(request, reply, walk, found, (row) => JSON.stringify(shownToOwner(row, context)))
    },
  )
}

function addChanges(app: App, context: RouteContext): void {
  const { database } = context
  app.post(
    '/stakeholder-pages',
    {
      config: { ...config, problems: ['limit_reached', 'conflict'] },
      schema: {
        operationId: 'createStakeholderPage',
        summary: 'Create a page that shows the bills of a sheet; it is a draft until it is published',
        tags,
        body: PageRequest,
        querystring: NoQuery,
        response: answers(StakeholderPage, { status: 201, description: 'Created' }),
      },
    },
    async (request, reply) => {
      const page = await createPage(database, request.account.id, request.body)
      return reply
        .code(201)
        .header('location', `${request.routeOptions.url}/${page.id}`)
        .send(shownToOwner(page, context))
    },
  )

  app.patch(
    '/stakeholder-pages/:slug',
    {
      config: { ...config, problems: ['conflict'] },
      schema: {
        operationId: 'changeStakeholderPage',
        summary: 'Change a page; a new slug redirects from the former one if that was published',
        tags,
        params: OwnPagePath,
        body: PageChange,
        querystring: NoQuery,
        response: answers(StakeholderPage, { description: 'Changed' }),
      },
    },
    async ({ account, params, body }) =>
      shownToOwner(await changePage(database, account.id, params.slug, body), context),
  )

  app.delete(
    '/stakeholder-pages/:slug',
    {
      config,
      schema: {
        operationId: 'deleteStakeholderPage',
        summary: 'Delete a page; its published names stay with the account',
        tags,
        params: OwnPagePath,
        querystring: NoQuery,
        response: noContent,
      },
    },
    async ({ account, params }, reply) => {
      await removePage(database, account.id, params.slug)
      return reply.code(204).send()
    },
  )
}
